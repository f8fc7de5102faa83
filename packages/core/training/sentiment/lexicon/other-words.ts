import type { GradedWords } from "./graded-words.ts";

/** Emoji by grade, written for this project. */
export const emoji: readonly GradedWords[] = [
  { grade: 3, words: "😍 🥰 😻 🤩 ❤ ♥ 💖 💕 💗 💓 💞 💘 💝 💯 🏆 🥇 🎉 🥳 😘 💛 💚 💙 💜 🧡 🤍 🤎 🖤 🫶" },
  {
    grade: 2.2,
    words:
      "😀 😃 😄 😁 😆 😊 ☺ 🙂 😎 😂 🤣 👍 👏 🙌 ✨ 🌟 ⭐ 🔥 💪 🤗 😇 😋 🤤 😌 😺 😸 😹 🎊 👌 🙏 ✅ 🌈 🌞 ☀ 🎂 🍾 🥂 🤝 💐 🌹 😚 😙 😗 😽 🏅 🤟 ✌ 👑 💎 🚀 🫡 😉",
  },
  { grade: 1, words: "😏 🤓 🌸 🌺 🌻 🎁 🎈 🎶 🍀 😛 😜 😝 🤪 💃 🕺 🤞 👊 ✊ 🐶 🐱 🦋 🌷 🍻 🍺 🎵 ☕ 😅 🥹" },
  { grade: 0, words: "🤔 👀 😶 😮 🤷 📷 📚 ➡ 🔗 📍 🎥 🏀 ⚽ 🏈 🎮 💻 📱 ⏰ 📅 🚗 ✈ 🏠 👉 👇 🗣 😯 😲" },
  {
    grade: -1.6,
    words:
      "😐 😑 😒 🙄 😬 😕 🙁 ☹ 😟 😔 😞 😓 😥 😰 😨 😧 😦 😴 🥱 😪 🤒 🤕 😷 🤧 🥴 😵 🫠 ❓ ❌ ⛔ 🚫 😳 🫤 😶‍🌫️ 🤦 🤦‍♂️ 🤦‍♀️ 😿 🥲 🥺",
  },
  { grade: -2.8, words: "😢 😭 😠 😡 🤬 😤 😩 😫 😖 😣 🤮 🤢 👎 💔 😱 💩 🖕 👿 😾 🙀 🗑 🤡 💀 ☠ ⚰ 🚩" },
];

/** Emoticons by grade, written for this project. */
export const emoticons: readonly GradedWords[] = [
  {
    grade: 2.2,
    words: ":) :-) :D :-D =) =D ;) ;-) :] :-] <3 ^_^ ^^ :') (: (-: :P :-P ;P =P =] :o) :p :-p ;D ;-D",
  },
  { grade: -2.2, words: ":( :-( :'( :[ :-[ =( :/ :-/ :\\ :-\\ :| :-| >:( ): )-: </3 =/ =[ =\\ :'-(" },
];

/** Internet slang, written for this project. */
export const slang: readonly GradedWords[] = [
  {
    grade: 2.5,
    words: "slaps bussin banger bangin goated lit dope fye fireee fleek bae luvs luvv yass slayed",
  },
  {
    grade: 1.5,
    words:
      "thx tysm tyvm ily ilysm ilu fav yaay yay yayy haha hahaha lolz lmfaoo ayy blessed poppin vibing vibes clutch",
  },
  {
    grade: -1.8,
    words:
      "smh fml ffs meh mid cringe nah sus salty butthurt wtf wtaf ugh argh grr bleh boring stfu gtfo trash",
  },
];

/**
 * Words that sound good or bad without context but say little about the value of a thing, above all in reviews and
 * news.
 */
export const plainWords: readonly GradedWords[] = [
  {
    grade: 0,
    words: `
    plot drama play plays played playing character characters war fire shot shots cut cutting dark black white character
    matter matters novelty game games block please well want wants wanted feeling feelings share shares shared sharing
    interest interests united number top join joined energy bigger big certain certainly
    sure true natural huge alive chance chances care cares opportunity important value values create
    created creates critic critics critical demand demands excuse execution
    force free hand hands help hid joke jokes kid kids lawyer leave leaves left limited mean
    means mine natural number opinion patient pay pays paying pray prays prevent proceed question questions save saved
    saves serious seriously solution solve straight strike strikes thriller thrillers horror tragedy tragic comedy romance
    trick vision vote wild wish youth god holy mystery secret ghost zombie zombies
    villain battle battles monster monsters enemy enemies revenge noir gang gangster cop police sex sexual 
    racing smartphone smartphones hot pressure degree degrees long short high low old young new
    unsettling relentless slowly unbelievable melancholy desperation repressed deceptively sobering isolation arguably
    seriousness goat goats novel novels provoking wells spite chilling stealth exempt no gas`,
  },
  {
    grade: -0.4,
    words:
      "flaws flawed crazy tears fight fights fighting conflict struggle struggles struggled complicated cold expensive strange chaos ache burden apologize apology seems seem becomes starts supposed heavy pacing premise plotting instead apparently tries tried attempt attempts unless stop stops stopped stopping",
  },
  {
    grade: 0.6,
    words:
      "captures delivers rare unexpected manages brings allows provides offers combines quietly undeniably deeply portrayal portrait imagery understands journey meditation performances features worth",
  },
  { grade: 1.6, words: "wry deadpan sly intoxicating transcends treat tender wrenching delight" },
  { grade: -1.6, words: "stiff devoid banal nowhere hastily exploitation sinks freeze stiffly" },
];
