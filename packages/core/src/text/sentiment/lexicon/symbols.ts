import { isDigitCode, isLatinLetter } from "../../patterns/characters.ts";

/** Emoji by weight. Each is one code point, without variation selector or skin tone. */
const emojiWeights: readonly (readonly [weight: number, emoji: string])[] = [
  [3, "😍🥰😻💖💗💘💝💕💞💓💟❤♥🧡💛💚💙💜🤎🖤🤍🏆🥇🎉🎊🥳🤩💯😘♡"],
  [
    2,
    "😀😃😄😁😆😊☺🙂😇😋😎🤗😺😸😽💋👍👏🙌👌💪🎂🎁✨🌟⭐🌈☀🌞🌸🌹🌺🌷💐🍀🎈🏅🥈🥉🤣😂😹🫶🤟💃🕺🥂🍾🍻😌😚😙😗🤠👑",
  ],
  [1, "😉😏😜😝😛🤪🤭😅🍰🍕☕🏖🌴🦄🐶🐱🐰🐻🌻✌🤞🙏🔝🆒🔥🤙🤝✅✔🌊🎄🎅😬👋"],
  [-1, "😐😑😶🙃🙄😒😕🤨🥱😪😴🤔😯😳😲🥵🥶🤒🤕🤧😷🤐🫤🫠💤⚠🚫❌❗😮🤷🤦🙈🤥😱"],
  [-2, "😔😞😟🙁☹😣😖😫😩😢😭😥😓😰😨😧😦🥺😿🙀💔👎😤😠🤯🥴😵🫥🫣⛔☠💀🥀"],
  [-3, "😡🤬🤮🤢👿😾💩🖕🗑"],
];

const emoticonWeights: readonly (readonly [weight: number, emoticons: string])[] = [
  [3, "<3 :* :-* ;*"],
  [2, ":) :-) =) :] :D :-D =D ;D ;-D (: ^^ ^_^ ^.^ *_* *-* :') :3 :d"],
  [1, ";) ;-) :P :-P :p :-p ;P ;p =P =p ;] :o)"],
  [-1, ":/ :-/ :\\ :-\\ =/ :| :-| -.- -_- :S :-S :s o.O O.o o_O O_o ._."],
  [-2, ":( :-( =( :[ :'( :,( ;( ;-( :-[ :c :C >:( T_T T.T ;_; ='( </3"],
];

function emojiTable(): Map<number, number> {
  const table = new Map<number, number>();
  for (const [weight, emoji] of emojiWeights)
    for (const symbol of emoji) table.set(symbol.codePointAt(0) ?? 0, weight);
  return table;
}

function emoticonTable(): Map<string, number> {
  const table = new Map<string, number>();
  for (const [weight, emoticons] of emoticonWeights)
    for (const emoticon of emoticons.split(" ")) table.set(emoticon, weight);
  return table;
}

const emoji = emojiTable();
const emoticons = emoticonTable();
const maxEmoticonLength = 3;
const minEmoticonLength = 2;
const emoticonStarts = new Set([...emoticons.keys()].map((emoticon) => emoticon.charCodeAt(0)));

/** Returns the weight of an emoji by its code point, or undefined if it expresses no sentiment. */
export function emojiWeight(codePoint: number): number | undefined {
  return emoji.get(codePoint);
}

function isWordUnit(code: number): boolean {
  return isDigitCode(code) || isLatinLetter(code) || code >= 0xc0;
}

/**
 * Returns the weight and the end of the emoticon at the index, or undefined if there is none. A repeated mouth belongs
 * to the emoticon, as in `:))))`. The index must not be inside a word.
 */
export function emoticonAt(
  text: string,
  index: number,
  limit: number,
): { end: number; weight: number } | undefined {
  if (!emoticonStarts.has(text.charCodeAt(index))) return undefined;
  for (let length = maxEmoticonLength; length >= minEmoticonLength; length--) {
    if (index + length > limit) continue;
    const weight = emoticons.get(text.slice(index, index + length));
    if (weight === undefined) continue;
    let end = index + length;
    const mouth = text.charCodeAt(end - 1);
    while (end < limit && text.charCodeAt(end) === mouth) end++;
    // In "16:Daniel" or "12:30" the mouth is the first character of a word.
    if (isWordUnit(mouth) && end < limit && isWordUnit(text.charCodeAt(end))) continue;
    return { end, weight };
  }
  return undefined;
}
