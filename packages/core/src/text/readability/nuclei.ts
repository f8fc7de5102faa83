/** The rules that find the vowels of the syllables in a language's spelling. */
interface Spelling {
  /** Replacements that remove silent letters or separate vowels, in order. */
  rewrite: readonly (readonly [pattern: RegExp, by: string])[];
  /** The vowel or vowels of one syllable. */
  nucleus: RegExp;
}

const spellings: Readonly<Record<SyllableLanguage, Spelling>> = {
  de: {
    rewrite: [
      [/qu/g, "q"],
      [/(?<=[eä])(?=um$)/g, "'"],
      [/(?<=famil|lin|ser|ital|span|akt|fer|stud|ter|prinzip)i(?=en?s?$)/g, "i'"],
    ],
    nucleus: /au|äu|ei|ai|eu|ie|oi|aa|ee|oo|ey|ay|[aeiouyäöüéèàáóô]/g,
  },
  es: {
    rewrite: [[/y(?=[aeiouáéíóú])/g, "j"]],
    // Two strong vowels are two syllables, and so is an accented weak vowel next to a strong one.
    nucleus: /[iuü]?[aeoáéó](?:[iuy](?![aeoáéóíú]))?|[iuü]{2}|[iuü][íú]|[iuüyíú]/g,
  },
  fr: {
    rewrite: [
      [/(?<=[qg])u(?=[eéèêiîy])/g, ""],
      [/(?<=[bcdfgptv][lr])i(?=[aeoé])/g, "i'"],
      [/é(?=[aoiuâô])/g, "é'"],
      [/(?<=[aeiouéo])(?=[ïëü])/g, "'"],
      [/(?<=a)(?=[oé])/g, "'"],
      [/o(?=[aé])/g, "o'"],
      // A final e is silent if another vowel precedes it.
      [/(?<=[aeiouyàâéèêîôûœ].*[^aeiouyàâéèêëîïôùûüœæ'])es?$/g, ""],
    ],
    nucleus: /[aeiouyàâäéèêëîïôöùûüœæ]+/g,
  },
  nl: {
    rewrite: [[/qu/g, "q"]],
    nucleus: /eau|aai|ooi|oei|eeu|ieu|aa|ee|oo|uu|ie|oe|eu|ui|ij|ei|ou|au|[aeiouyäëïöüéèê]/g,
  },
  pt: {
    rewrite: [
      [/(?<=[qg])u(?=[aeioáéíóâêôã])/g, ""],
      // "história" ends in one syllable, "economia" in two: the accent shows the stress.
      [/(?<=[áéíóúâêô][^áéíóúâêô]*)[iu](?=[aeo]s?$)/g, ""],
      // In "ainda" and "cair" the weak vowel is a syllable of its own.
      [/(?<=[aeou])(?=[iu](?:nh|[nmlrz](?:[bcdfgjklmnpqrstvxz]|$)))/g, "'"],
    ],
    nucleus: /ão|õe|ãe|[aeoáéóâêô][iu](?![íú])|ui|iu|[aeiouáéíóúâêôãõàü]/g,
  },
};

/** The maximum letters of a word whose spelling is read. A longer string is not a word. */
const maxLength = 64;

/** The languages with rules for syllables, other than English. */
export type SyllableLanguage = "de" | "es" | "fr" | "nl" | "pt";

/**
 * Counts the syllables of a word by its spelling in German, Spanish, French, Dutch or Portuguese. The minimum is 1.
 *
 * @example
 * ```ts
 * countNuclei("Lesbarkeit", "de"); // 3
 * ```
 */
export function countNuclei(word: string, language: SyllableLanguage): number {
  const { rewrite, nucleus } = spellings[language];
  let letters = word.slice(0, maxLength).toLowerCase().normalize("NFC");
  for (const [pattern, by] of rewrite) letters = letters.replace(pattern, by);
  return Math.max(1, letters.match(nucleus)?.length ?? 1);
}
