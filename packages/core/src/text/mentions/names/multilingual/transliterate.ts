/** The Latin letters of each Cyrillic letter, as Serbian and Croatian write the same names. */
const latinLetters: Readonly<Record<string, string>> = {
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  д: "d",
  ђ: "đ",
  е: "e",
  ё: "e",
  ж: "ž",
  з: "z",
  и: "i",
  й: "j",
  ј: "j",
  к: "k",
  л: "l",
  љ: "lj",
  м: "m",
  н: "n",
  њ: "nj",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  ћ: "ć",
  у: "u",
  ф: "f",
  х: "h",
  ц: "c",
  ч: "č",
  џ: "dž",
  ш: "š",
  щ: "šč",
  ъ: "",
  ы: "y",
  ь: "",
  э: "e",
  ю: "ju",
  я: "ja",
};

const cyrillic = /[Ѐ-ӿ]/;

/** Returns a word in lower case with Latin letters in place of Cyrillic ones: one name has one form in both scripts. */
export function toLatin(lower: string): string {
  if (!cyrillic.test(lower)) return lower;
  return Array.from(lower, (letter) => latinLetters[letter] ?? letter).join("");
}
