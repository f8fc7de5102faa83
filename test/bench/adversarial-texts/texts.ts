import * as fc from "fast-check";

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Repeats a unit up to a number of UTF-8 bytes, without cutting a unit. */
export function repeatTo(unit: string, bytes: number): string {
  return unit.repeat(Math.max(1, Math.floor(bytes / byteLength(unit))));
}

/** Returns a text of about `bytes` UTF-8 bytes. */
export type TextOfSize = (bytes: number) => string;

/**
 * Texts that consist of one repeated unit. Each one addresses a loop or a regular expression of
 * `packages/core/src/text`.
 */
const units: Readonly<Record<string, string>> = {
  prose: "The weather was so nice that we had lunch in the garden, and the bees did not mind us. ",
  "names and figures":
    "Ada Lovelace met Charles Babbage in London on 5 June 1833 and paid $1,200; write to ada@example.com. ",
  "blank lines": "\n",
  "blank lines with CRLF": "\r\n",
  "one-letter lines": "a\n",
  "one-letter paragraphs": "a\n\n",
  "word list": "word\n",
  "wrapped lines": "a line without a mark that is wrapped at its width by a program\n",
  "list markers": "1.\n",
  "list items": "1. a\n",
  "numbered lines": "(1) First\n",
  "one letter": "a",
  "one capital": "A",
  "one word": "word ",
  "one-letter words": "a ",
  "capital letters": "A ",
  "capitalized words": "Aa ",
  "long lower-case line with periods": "Aa bb. cc",
  initials: "A. ",
  acronyms: "A.B.C. ",
  abbreviations: "e.g. ",
  titles: "Mr. Dr. ",
  "hyphenated word": "a-",
  "hyphenated capitals": "Aa-",
  "word with apostrophes": "a'",
  "word with periods": "a.b",
  "periods and letters": "a.",
  "middle dots": "a·",
  "long token": `${"x".repeat(300)} `,
  "long capitalized token": `${"Abcdefghij".repeat(30)} `,
  underscores: "_",
  "words with underscores": "a_b ",
  vowels: "aeiouy",
  "silent endings": "gues ",
  periods: ".",
  "periods and blanks": ". ",
  "periods at line ends": ".\n",
  exclamations: "!",
  "mixed marks": "?!",
  ellipses: "… ",
  commas: ",",
  colons: ":",
  semicolons: "; ",
  quotes: "'",
  "double quotes": '"',
  "curly quotes": "“”",
  "nested quotes": "“‘a’” ",
  "quoted sentences": '"A." ',
  "closing quotes after a period": ".”",
  "open brackets": "(",
  "closed brackets": ")",
  "bracket pairs": "()",
  "square brackets": "[a] ",
  emoticons: ":-) ",
  "half emoticons": ":-",
  "emoticon mouths": "o.O",
  slashes: "/",
  pipes: "|",
  "dollar signs": "$",
  amounts: "$5 ",
  "amounts in a row": "$5-",
  "large amounts": "$1,000,000.50 million ",
  percentages: "5% ",
  hashes: "#",
  hashtags: "#a ",
  "long hashtags": `#${"1".repeat(99)}`,
  "at signs": "@",
  handles: "@a ",
  "handles with hyphens": "@a-a-a-a-a/",
  "Fediverse handles": "@a@a.a.a.a.a-",
  "half e-mail addresses": "a@",
  "half e-mail addresses with domains": "a@a.",
  "e-mail addresses": "a@b.co ",
  "e-mail addresses without end": "a@b.c-",
  "long e-mail domains": `a@${"aa.".repeat(80)}-`,
  schemes: "http://",
  "schemes before brackets": "http://(",
  "half URLs": "http://a-b.c-d.e-f:8@",
  "user parts of URLs": `http://${"a".repeat(128)}`,
  URLs: "https://a.example/b?c=d ",
  "one long URL": "http://a/b",
  "URL with brackets": "http://a/(((",
  "accented URL": "http://a/é",
  "www.": "www.",
  "www addresses": "www.a.com ",
  domains: "a.com.",
  labels: "a-a.",
  digits: "1",
  "digits and blanks": "1 ",
  "digits and commas": "1,",
  "digits and periods": "1.",
  "digits and colons": "1:",
  "digits and hyphens": "1-",
  "digits and slashes": "1/",
  "pairs of digits": "11 ",
  "groups of two digits": "12 34 56 78 ",
  "halves of phone numbers": "(12) 34-",
  "groups of three digits": "123 ",
  "groups of four digits": "1234 ",
  "groups with hyphens": "123-45-",
  "groups in parentheses": "(123) ",
  "plus signs and digits": "+1",
  "phone numbers": "+44 20 7946 0000 ",
  "phone labels": "tel ",
  "phone labels and digits": "call 12 34 56 ",
  "card numbers": "4111 1111 1111 1111 ",
  "card numbers in a row": "4111111111111111",
  "almost IBANs": "DE89 ",
  "IBAN beginnings": "DE89370400440532",
  "almost SSNs": "123-45-678 ",
  SSNs: "123-45-6789,",
  "IPv4 addresses": "1.2.3.4 ",
  "hexadecimal colons": "a:",
  "double colons": "::",
  "IPv6 addresses": "2001:db8::1 ",
  "house numbers": "12 High ",
  "street names": "12 High Street ",
  "streets before numbers": "Via Roma 1 ",
  "compound streets": "Hauptstraße 5 ",
  "post boxes": "PO Box 1",
  "postal addresses": "12 High Street, London NW1 6XE, ",
  "cities without end": "12 High Street, Aa Bb Cc Dd, Aa Bb Cc Dd",
  "cities with hyphens": `12 High Street, ${"Aa-".repeat(30)}Aa, ${"Aa-".repeat(30)}Aa,`,
  "saints in cities": "12 High Street, St. Aa-St. Aa-St. Aa-St. Aa, St. Aa-St. Aa-St. Aa-St. Aa",
  "connectors in cities": "12 High Street, Aa de la Aa de la Aa de la Aa, Aa de la Aa de la Aa de la",
  "cities before blanks": "12 High Street, Aa        ",
  flats: "Flat 4, 12 High Street, Apt 5, # 6, ",
  times: "5pm ",
  "clock times": "17:00 ",
  hours: "1h",
  "hours and minutes": "1h 30m ",
  dates: "5 May 1843 ",
  "dates in figures": "2020-05-05 ",
  "dates with slashes": "1/2/2020-",
  months: "May ",
  "months and days": "May 5, ",
  weekdays: "Monday, ",
  years: "1990-",
  "number words": "one hundred and ",
  twenties: "twenty ",
  ordinals: "twenty-first ",
  "a second": "a second ",
  halves: "half a million and a half ",
  durations: "5-year-",
  "half past": "half past ",
  feasts: "Christmas Eve ",
  persons: "John Smith ",
  companies: "The Acme Holding Group Inc. ",
  "lower-case names": "london paris ",
  "one name after another": "Aa Ab Ac Ad Ae Af ",
  negations: "not ",
  "not bad": "not bad but ",
  intensifiers: "very very good ",
  concessions: "although ",
  opinions: "good! bad! ",
  elongated: "soooo ",
  shouting: "BAD ",
  "phrases of the lexicon": "out of this ",
  emoji: "😀",
  "emoji and blanks": "😀 ",
  "joined emoji": "👩‍👩‍👧‍👦",
  "endless joined emoji": "👩‍",
  "skin tones": "👍🏽",
  "modifiers alone": "🏽",
  flags: "🇩🇪",
  "tag sequences": "🏴\u{e0067}\u{e0062}",
  keycaps: "5️⃣",
  "half keycaps": "5️",
  "variation selectors": "\ufe0f",
  "combining marks": "\u0301",
  "letters with many marks": "a\u0301\u0302\u0303\u0304\u0305",
  "one letter with marks": `a${"\u0301".repeat(500)}`,
  joiners: "\u200d",
  "zero-width spaces": "\u200b",
  "soft hyphens": "a\u00ad",
  NULs: "\0",
  "control characters": "\u0001\u0002",
  "high surrogates": "\ud83d",
  "low surrogates": "\udc00",
  "reversed surrogates": "\udc00\ud83d",
  "byte order marks": "\ufeff",
  blanks: " ",
  tabs: "\t",
  "no-break spaces": "\u00a0",
  "wide spaces": "\u3000",
  "line separators": "\u2028",
  "full-width digits": "５ ",
  "Arabic digits": "٥٥ ",
  superscripts: "²",
  fractions: "½ ",
  "Latin with accents": "é",
  German: "Straße Übergröße ",
  Cyrillic: "привет мир ",
  "one Cyrillic letter": "я",
  Greek: "Καλημέρα κόσμε ",
  "Greek capital sigma": "Σ",
  Arabic: "مرحبا بالعالم ",
  "Arabic with marks": "مُحَمَّدٌ ",
  Hebrew: "שלום עולם ",
  Hindi: "यह अच्छा है। ",
  "Hindi without blanks": "यहअच्छाहै",
  Bengali: "আমি বাংলায় গান গাই। ",
  Tamil: "தமிழ் மொழி ",
  Thai: "ประเทศไทย",
  "one Thai letter": "ก",
  Khmer: "កម្ពុជា",
  Lao: "ປະເທດລາວ",
  Burmese: "မြန်မာ",
  Japanese: "東京は日本の首都です",
  Hiragana: "あ",
  Katakana: "アー",
  Chinese: "我们在北京。",
  "one ideograph": "一",
  "rare ideographs": "𠀀",
  Korean: "대한민국 ",
  "one syllable of Hangul": "가",
  Jamo: "ㄱㅏ",
  Georgian: "საქართველო ",
  Ethiopic: "ሰላም ",
  "mixed scripts": "aяα中ที่가א",
  "mixed scripts apart": "a я α 中 ที่ 가 א ",
  "Turkish I": "İ",
  ligatures: "ﬁ",
  "sharp S": "ß",
  entities: "&nbsp;",
  markup: "<a href='b'>",
  "program code": "if (a[0] == {b: 1}) { c(); } ",
  JSON: '{"a":[1,2,3]},',
  constructors: "constructor __proto__ toString ",
};

/** Returns a word of five letters or more that no other index has, in base 26. */
function wordAt(index: number): string {
  let word = "";
  for (let rest = index + 26 ** 4; rest > 0; rest = Math.floor(rest / 26))
    word += String.fromCharCode(97 + (rest % 26));
  return word;
}

let wordCount = 0;

/**
 * Creates words that differ from each other and from those of every earlier text. The analyses cache 65,536
 * words. A second run would find all words of a short text in the cache, and only a third of the words of a
 * long text. The factor would look like 17.
 */
function distinct(write: (word: string, index: number) => string): TextOfSize {
  return (bytes) => {
    const words: string[] = [];
    for (let length = 0; length < bytes; wordCount++) {
      const word = write(wordAt(wordCount), wordCount);
      words.push(word);
      length += byteLength(word);
    }
    return words.join("");
  };
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Texts whose sections work against each other: one section is scanned again for each unit of another. */
const composed: Readonly<Record<string, TextOfSize>> = {
  "nested brackets": (bytes) => "(".repeat(bytes / 2) + ")".repeat(bytes / 2),
  "nested quotes around words": (bytes) => "“a ".repeat(bytes / 10) + "” ".repeat(bytes / 10),
  "lines without marks before a period": (bytes) => `${repeatTo("word\n", bytes - 1)}.`,
  "abbreviations and list markers": (bytes) => repeatTo("1. e.g. A. p. 5 a.m. • 2. x . . (3) ", bytes),
  "blanks before periods": (bytes) => `Aa.${" ".repeat(bytes / 2)}${repeatTo("aa. ", bytes / 2)}`,
  "blanks after a street": (bytes) =>
    `12 High Street, Aa-Aa-Aa-Aa-Aa-Aa-Aa-Aa-Aa${" ".repeat(bytes / 2)}`.repeat(2),
  "periods before a line": (bytes) => `${".".repeat(bytes / 2)}\n${repeatTo("a\n", bytes / 2)}`,
  "a figure of digits": (bytes) => `$${"9".repeat(bytes - 1)}`,
  "a decimal of digits": (bytes) => `0.${"9".repeat(bytes - 2)} million`,
  "a URL and closing brackets": (bytes) => `http://a/${")".repeat(bytes - 9)}`,
  "URLs in a URL": (bytes) => `http://a/${repeatTo("?u=http://a@b.co/", bytes - 9)}`,
  "distinct words": distinct((word) => `${word} `),
  "distinct lines": distinct((word) => `${word}\n`),
  "distinct names": distinct((word) => `John ${capitalized(word)} `),
  "distinct acronyms": distinct((word) => `${word.toUpperCase()} `),
  "distinct companies": distinct((word) => `${capitalized(word)} Holding Inc. `),
  "distinct handles": distinct((word) => `@${word} `),
  "distinct hashtags": distinct((word) => `#${word} `),
  "distinct e-mail addresses": distinct((word) => `${word}@${word}.co `),
  "distinct URLs": distinct((word) => `http://${word}.co/ `),
  "distinct numbers": distinct((_, index) => `${index} `),
  "distinct German words": distinct((word) => `ß${word} `),
  "distinct Cyrillic words": distinct(
    (word) => `${word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x3cf))} `,
  ),
  "distinct Thai words": distinct((word) =>
    word.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xda0)),
  ),
  "distinct ideographs": distinct((_, index) => String.fromCharCode(0x4e00 + ((index * 7919) % 20_000))),
  "distinct sentences": distinct((word) => `${capitalized(word)} is it. `),
  "distinct elongated words": distinct((word) => `${word}ooo `),
};

/** Texts by their content. */
export const adversarialTexts: Readonly<Record<string, TextOfSize>> = {
  ...Object.fromEntries(
    Object.entries(units).map(([name, unit]) => [name, (bytes: number) => repeatTo(unit, bytes)]),
  ),
  // A text has at most 1,000,000 bytes, and these exceed the requested length by up to a few words.
  ...Object.fromEntries(
    Object.entries(composed).map(([name, text]) => [name, (bytes: number) => text(bytes - 200)]),
  ),
};

const atom = fc.constantFrom(
  ...Object.values(units),
  ..."  \n\n..,,--::'\"()@#$/+_&%09azAZ ".split(""),
  " and ",
  "the ",
  ". A",
  "\r\n",
);

/** Atoms, each up to 40 times in a row, as one unit. */
const unit = fc
  .array(fc.tuple(atom, fc.constantFrom(1, 1, 1, 2, 3, 8, 40)), { minLength: 1, maxLength: 6 })
  .map((atoms) => atoms.map(([text, times]) => text.repeat(times)).join(""));

const blocks = fc.array(unit, { minLength: 1, maxLength: 3 });

/** Random texts: up to three blocks of one repeated unit each, named by their units. */
export function randomTexts(count: number, seed: number): { name: string; text: TextOfSize }[] {
  return fc.sample(blocks, { numRuns: count, seed }).map((chosen) => ({
    name: JSON.stringify(chosen),
    text: (bytes) => chosen.map((block) => repeatTo(block, bytes / chosen.length)).join(""),
  }));
}
