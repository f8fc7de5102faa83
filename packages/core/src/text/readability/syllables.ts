import { splitCompound } from "./compounds.ts";

/** Syllable counts of words that the rules below get wrong. */
const exceptions = new Map(
  Object.entries({
    anyone: 3,
    argue: 2,
    business: 2,
    businesses: 3,
    chocolate: 2,
    clothes: 1,
    colonel: 2,
    diabetes: 4,
    evening: 2,
    every: 2,
    everybody: 4,
    everyone: 3,
    everything: 3,
    giant: 2,
    hundred: 2,
    hyena: 3,
    lion: 2,
    naive: 2,
    naked: 2,
    nuclear: 3,
    ratio: 3,
    recipe: 3,
    sacred: 2,
    safety: 2,
    someone: 2,
    something: 2,
    sometimes: 2,
    somewhere: 2,
    therefore: 2,
    vegetable: 3,
    wednesday: 2,
  }),
);

/** Each match subtracts one syllable: an e that is written but silent. */
const silent = [
  /(?:[^aeiouylr]|[aeiouy][lr])e$/,
  /(?:[^aeiouyscgxzlhr]|[aeiouy][lr])es$/,
  /[gq]ues?$/,
  /(?:[^aeiouytdl]|[aeiouylr]l)ed$/,
  /[aeiouy][^aeiouy]{0,4}(?:[^aeiouyl]|[aeiouy]l)e(?:ly|ments?|ful|fully|less|lessly|ness)$/,
];

/**
 * Each match adds one syllable: adjacent vowels that are pronounced separately, and syllables without a vowel letter.
 */
const apart = [
  /[aeiouy]ings?$/,
  /[^tcgsxlnh]io/,
  /(?:[lprsgnbk]|tt|dd)ie(?:r|st)$/,
  /[^tcgsxl]ia(?!ge)/,
  /[ct]iat/,
  /lia[bn](?:ce|le)/,
  /[^tcfs]ien[ct]/,
  /scien|iet/,
  /iu[ms]/,
  /[^gq]ua[lrt]/,
  /[^gq]uen[ct]|[^gq]uel$/,
  /[^gq]uous/,
  /oe[mt]/,
  /[dr]eo|heor|geo[gml]/,
  /creat(?!ur)|reali[tsz]|(?:id|ar)ea|eum/,
  /^coo(?:pe|rd)|^re(?:act|uni|us)|^lione/,
  /(?:fl|r)ui[dn]|chao|theat|linea|oics?$/,
  /[iay]sms?$|thms?$/,
  /[dsz]nt$/,
  /^mc/,
];

const maxLength = 64;

/** A final é is pronounced, unlike a final e: "café", "fiancée". */
const finalAccent = /é(?:es?|s)?$/;

/** Most words have no hyphens, accents or digits and skip normalization. */
const plainWord = /^[A-Za-z]+$/;

/**
 * Returns a pattern that matches if any of the rules matches. Few words match any rule, and one test is faster than a
 * test per rule.
 */
function unionPattern(rules: readonly RegExp[]): RegExp {
  return new RegExp(rules.map(({ source }) => source).join("|"));
}

const anySilent = unionPattern(silent);
const anyApart = unionPattern(apart);

function countMatches(rules: readonly RegExp[], any: RegExp, word: string): number {
  return any.test(word) ? rules.filter((rule) => rule.test(word)).length : 0;
}

const vowels: ReadonlySet<number> = new Set(Array.from("aeiouy", (vowel) => vowel.charCodeAt(0)));

/** Returns the number of runs of vowels. */
function countGroups(letters: string): number {
  let groups = 0;
  let isWithin = false;
  for (let index = 0; index < letters.length; index++) {
    const isVowel = vowels.has(letters.charCodeAt(index));
    if (isVowel && !isWithin) groups += 1;
    isWithin = isVowel;
  }
  return groups;
}

function countVowelGroups(letters: string): number {
  const known =
    exceptions.get(letters) ?? (letters.endsWith("s") ? exceptions.get(letters.slice(0, -1)) : undefined);
  if (known !== undefined) return known;
  const compound = letters.length > maxLength ? null : splitCompound(letters);
  if (compound) return countVowelGroups(compound[0]) + countVowelGroups(compound[1]);
  // Between vowels, y is a consonant: be-yond, play-ing.
  const spelled = letters.includes("y") ? letters.replace(/(?<=[aeiou])y(?=[aeiou])/g, "w") : letters;
  const groups = countGroups(spelled);
  // A string this long is not a word and has no silent letters.
  if (letters.length > maxLength) return Math.max(1, groups);
  return Math.max(
    1,
    groups - countMatches(silent, anySilent, spelled) + countMatches(apart, anyApart, spelled),
  );
}

/**
 * Counts the syllables of an English word by its spelling: groups of vowels, minus silent e, plus vowels that are
 * pronounced separately. A hyphenated word is the sum of its parts. The minimum is 1, including digits and words of
 * other scripts.
 *
 * @example
 * ```ts
 * countSyllables("readability"); // 5
 * ```
 */
export function countSyllables(word: string): number {
  if (plainWord.test(word)) return countVowelGroups(word.toLowerCase());
  return word
    .normalize("NFC")
    .toLowerCase()
    .replace(finalAccent, "ay")
    .normalize("NFD")
    .split("-")
    .filter((part, index) => part !== "" || index === 0)
    .reduce((sum, part) => sum + countVowelGroups(part.replace(/[^a-z]/g, "")), 0);
}
