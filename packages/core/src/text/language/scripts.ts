/** A script. `language` is set if the detector knows only one language of the script. */
interface Script {
  readonly name: string;
  readonly language?: string;
  /** Ranges of code units in hexadecimal, both ends inclusive, without digits and punctuation. */
  readonly ranges: string;
}

/** The scripts of the detector by number. A script without a `language` is shared by several languages. */
export const scripts: readonly Script[] = [
  {
    name: "Latin",
    ranges: "41-5a 61-7a aa ba c0-d6 d8-f6 f8-2af 1e00-1eff 2c60-2c7f a722-a7ff ff21-ff3a ff41-ff5a",
  },
  { name: "Cyrillic", ranges: "400-481 48a-52f 1c80-1c8f a640-a69f" },
  { name: "Arabic", ranges: "620-65f 66e-6d3 6d5-6dc 6ee-6ef 6fa-6ff 750-77f 8a0-8ff fb50-fdff fe70-fefc" },
  { name: "Devanagari", ranges: "900-963 971-97f" },
  { name: "Han", ranges: "3005-3007 3400-4dbf 4e00-9fff d840-d888 f900-faff" },
  { name: "Kana", language: "ja", ranges: "3041-309f 30a1-30fa 30fc-30ff 31f0-31ff ff66-ff9d" },
  { name: "Hangul", language: "ko", ranges: "1100-11ff 3130-318f a960-a97f ac00-d7ff" },
  { name: "Greek", language: "el", ranges: "370-373 376-37d 37f 386 388-3ff 1f00-1fff" },
  { name: "Hebrew", language: "he", ranges: "591-5bd 5d0-5f2 fb1d-fb4f" },
  { name: "Armenian", language: "hy", ranges: "531-556 561-587 fb13-fb17" },
  { name: "Georgian", language: "ka", ranges: "10a0-10fa 10fc-10ff 1c90-1cbf 2d00-2d2f" },
  { name: "Ethiopic", language: "am", ranges: "1200-135f 1380-138f 2d80-2ddf" },
  { name: "Bengali", language: "bn", ranges: "980-9e3 9f0-9f1" },
  { name: "Gurmukhi", language: "pa", ranges: "a01-a5e a70-a75" },
  { name: "Gujarati", language: "gu", ranges: "a81-ae3 af9-aff" },
  { name: "Oriya", language: "or", ranges: "b01-b63 b71" },
  { name: "Tamil", language: "ta", ranges: "b82-bd7" },
  { name: "Telugu", language: "te", ranges: "c00-c63" },
  { name: "Kannada", language: "kn", ranges: "c80-ce3" },
  { name: "Malayalam", language: "ml", ranges: "d00-d63 d7a-d7f" },
  { name: "Sinhala", language: "si", ranges: "d81-ddf" },
  { name: "Thai", language: "th", ranges: "e01-e3a e40-e4e" },
  { name: "Lao", language: "lo", ranges: "e81-ecd edc-edf" },
  { name: "Tibetan", language: "bo", ranges: "f40-fbc" },
  { name: "Myanmar", language: "my", ranges: "1000-103f 1050-108f" },
  { name: "Khmer", language: "km", ranges: "1780-17d3 17dc" },
  { name: "Thaana", language: "dv", ranges: "780-7b1" },
];

/** The index of a script in `scripts`. */
export const latin = 0;
export const cyrillic = 1;
export const arabic = 2;
export const devanagari = 3;
export const han = 4;
export const kana = 5;

/** Not a letter: separates words. */
export const noScript = 255;
/** A combining mark: extends the word before it. */
export const markScript = 254;

/** Combining marks, and the vowel signs of Arabic, which most texts omit. */
const marks = "300-36f 1ab0-1aff 1dc0-1dff 20d0-20ff 64b-65f 670";

function tabulate(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(noScript);
  const fill = (value: number, ranges: string) => {
    for (const range of ranges.split(" ")) {
      const [first = 0, last = first] = range.split("-").map((unit) => Number.parseInt(unit, 16));
      table.fill(value, first, last + 1);
    }
  };
  for (const [number, { ranges }] of scripts.entries()) fill(number, ranges);
  fill(markScript, marks);
  return table;
}

/** The script of each code unit. A high surrogate of the Han planes represents its ideograph. */
export const scriptOfUnit: Uint8Array = tabulate();
