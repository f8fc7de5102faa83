/** A script. `language` is set if the detector knows only one language of the script. */
interface Script {
  readonly name: string;
  readonly language?: string;
  /** Ranges of code units, both ends inclusive, without digits and punctuation. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** The scripts of the detector by number. A script without a `language` is shared by several languages. */
export const scripts = [
  {
    name: "Latin",
    ranges: [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0xaa, 0xaa],
      [0xba, 0xba],
      [0xc0, 0xd6],
      [0xd8, 0xf6],
      [0xf8, 0x2af],
      [0x1e00, 0x1eff],
      [0x2c60, 0x2c7f],
      [0xa722, 0xa7ff],
      [0xff21, 0xff3a],
      [0xff41, 0xff5a],
    ],
  },
  {
    name: "Cyrillic",
    ranges: [
      [0x400, 0x481],
      [0x48a, 0x52f],
      [0x1c80, 0x1c8f],
      [0xa640, 0xa69f],
    ],
  },
  {
    name: "Arabic",
    ranges: [
      [0x620, 0x65f],
      [0x66e, 0x6d3],
      [0x6d5, 0x6dc],
      [0x6ee, 0x6ef],
      [0x6fa, 0x6ff],
      [0x750, 0x77f],
      [0x8a0, 0x8ff],
      [0xfb50, 0xfdff],
      [0xfe70, 0xfefc],
    ],
  },
  {
    name: "Devanagari",
    ranges: [
      [0x900, 0x963],
      [0x971, 0x97f],
    ],
  },
  {
    name: "Han",
    ranges: [
      [0x3005, 0x3007],
      [0x3400, 0x4dbf],
      [0x4e00, 0x9fff],
      [0xd840, 0xd888],
      [0xf900, 0xfaff],
    ],
  },
  {
    name: "Kana",
    language: "ja",
    ranges: [
      [0x3041, 0x309f],
      [0x30a1, 0x30fa],
      [0x30fc, 0x30ff],
      [0x31f0, 0x31ff],
      [0xff66, 0xff9d],
    ],
  },
  {
    name: "Hangul",
    language: "ko",
    ranges: [
      [0x1100, 0x11ff],
      [0x3130, 0x318f],
      [0xa960, 0xa97f],
      [0xac00, 0xd7ff],
    ],
  },
  {
    name: "Greek",
    language: "el",
    ranges: [
      [0x370, 0x373],
      [0x376, 0x37d],
      [0x37f, 0x37f],
      [0x386, 0x386],
      [0x388, 0x3ff],
      [0x1f00, 0x1fff],
    ],
  },
  {
    name: "Hebrew",
    language: "he",
    ranges: [
      [0x591, 0x5bd],
      [0x5d0, 0x5f2],
      [0xfb1d, 0xfb4f],
    ],
  },
  {
    name: "Armenian",
    language: "hy",
    ranges: [
      [0x531, 0x556],
      [0x561, 0x587],
      [0xfb13, 0xfb17],
    ],
  },
  {
    name: "Georgian",
    language: "ka",
    ranges: [
      [0x10a0, 0x10fa],
      [0x10fc, 0x10ff],
      [0x1c90, 0x1cbf],
      [0x2d00, 0x2d2f],
    ],
  },
  {
    name: "Ethiopic",
    language: "am",
    ranges: [
      [0x1200, 0x135f],
      [0x1380, 0x138f],
      [0x2d80, 0x2ddf],
    ],
  },
  {
    name: "Bengali",
    language: "bn",
    ranges: [
      [0x980, 0x9e3],
      [0x9f0, 0x9f1],
    ],
  },
  {
    name: "Gurmukhi",
    language: "pa",
    ranges: [
      [0xa01, 0xa5e],
      [0xa70, 0xa75],
    ],
  },
  {
    name: "Gujarati",
    language: "gu",
    ranges: [
      [0xa81, 0xae3],
      [0xaf9, 0xaff],
    ],
  },
  {
    name: "Oriya",
    language: "or",
    ranges: [
      [0xb01, 0xb63],
      [0xb71, 0xb71],
    ],
  },
  { name: "Tamil", language: "ta", ranges: [[0xb82, 0xbd7]] },
  { name: "Telugu", language: "te", ranges: [[0xc00, 0xc63]] },
  { name: "Kannada", language: "kn", ranges: [[0xc80, 0xce3]] },
  {
    name: "Malayalam",
    language: "ml",
    ranges: [
      [0xd00, 0xd63],
      [0xd7a, 0xd7f],
    ],
  },
  { name: "Sinhala", language: "si", ranges: [[0xd81, 0xddf]] },
  {
    name: "Thai",
    language: "th",
    ranges: [
      [0xe01, 0xe3a],
      [0xe40, 0xe4e],
    ],
  },
  {
    name: "Lao",
    language: "lo",
    ranges: [
      [0xe81, 0xecd],
      [0xedc, 0xedf],
    ],
  },
  { name: "Tibetan", language: "bo", ranges: [[0xf40, 0xfbc]] },
  {
    name: "Myanmar",
    language: "my",
    ranges: [
      [0x1000, 0x103f],
      [0x1050, 0x108f],
    ],
  },
  {
    name: "Khmer",
    language: "km",
    ranges: [
      [0x1780, 0x17d3],
      [0x17dc, 0x17dc],
    ],
  },
  { name: "Thaana", language: "dv", ranges: [[0x780, 0x7b1]] },
] as const satisfies readonly Script[];

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

const marks = [
  [0x300, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  // Vowel signs of Arabic, which most texts omit.
  [0x64b, 0x65f],
  [0x670, 0x670],
] as const;

function tabulate(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(noScript);
  for (const [number, { ranges }] of scripts.entries())
    for (const [first, last] of ranges) table.fill(number, first, last + 1);
  for (const [first, last] of marks) table.fill(markScript, first, last + 1);
  return table;
}

/** The script of each code unit. A high surrogate of the Han planes represents its ideograph. */
export const scriptOfUnit: Uint8Array = tabulate();
