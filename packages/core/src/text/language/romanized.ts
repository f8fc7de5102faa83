import type { SampleWord } from "./words.ts";

/** Frequent words of languages of other scripts, as people write them in Latin letters. */
const romanizedWords: readonly string[] = [
  // Arabic
  "shukran marhaba ahlan habibi habibti wallah inshallah yalla kifak keefak kif ana inta enta inti shu esh leish lesh mabrouk alhamdulillah hamdulillah salam alaykum aleikum sabah alkhair khair ya fi mish mush bas",
  // Bulgarian, Russian, Ukrainian
  "kak dela vse vsyo horosho khorosho spasibo bolshoe bolshoye privet chto eto etot pozhaluysta pozhaluista zdravstvuyte zdravstvuite ya ty vy mne menya tebya tebe ochen kogda gde pochemu zachem nado nuzhno tolko tozhe seychas segodnya zavtra vchera lyublyu poka dobroe dobriy utro vecher pomosh pomoshch mozhno nelzya skolko kakoy kakaya moy moya tvoy ego yego budet byl bylo byla esli dlya dobryy davay konechno nichego rabota domoy zovut menia kogo dyakuyu diakuiu duzhe bud laska shcho yak spravy blagodarya mnogo",
  // Chinese
  "ni hao ma wo hen shi bu xie xiexie nimen women tamen ta de shenme zai jian zaijian mingtian jintian zhongguo nihao qing wen duoshao qian mei you guanxi keyi xihuan ai le ne dui buqi",
  // Greek
  "kalimera kalispera efharisto efxaristo parakalo yassou geia sou sas ti kaneis kala eisai pou einai kai den thelo mou",
  // Hindi, Urdu
  "kya hai hain nahi nahin mera meri mere tera teri aap aapka aapke aapki tum tumhara kaise kaisa kahan kahaan bhai acha accha haan naam main hoon hun raha rahe rahi ho mujhe kyun isme usme bahut jaldi yaar theek thik kar karo karna ja jao ghar kab kal aaj ke ki ka ko se mein aur bhi toh namaste dhanyavaad shukriya",
  // Japanese
  "arigatou arigato gozaimasu konnichiwa konbanwa ohayou ohayo desu masu watashi anata boku mata ashita kyou kudasai sumimasen nani doko onegaishimasu shimasu hajimemashite genki ka wa ga wo ne yo imasu arimasu sugoi kawaii oishii suki daisuki",
  // Korean
  "annyeong annyeonghaseyo haseyo gamsahamnida kamsahamnida saranghae juseyo imnida eomma oppa",
];

/** The lists that have each word. */
const listsByWord = new Map<string, number[]>();
romanizedWords.forEach((words, list) => {
  for (const word of words.split(" ")) listsByWord.set(word, [...(listsByWord.get(word) ?? []), list]);
});

/** The share of words, and the distinct words, from which a text is romanized. */
const minShare = 0.6;
const minDistinct = 2;

/** Returns whether most words are those of a language of another script in Latin letters. */
export function isRomanized(words: readonly SampleWord[]): boolean {
  if (words.length < minDistinct) return false;
  const listed = words.filter(({ text }) => listsByWord.has(text));
  if (listed.length < minShare * words.length) return false;
  return romanizedWords.some((_, list) => {
    const found = listed.filter(({ text }) => listsByWord.get(text)?.includes(list));
    const distinct = new Set(found.map(({ text }) => text));
    return distinct.size >= Math.min(3, words.length) && found.length >= minShare * words.length;
  });
}
