/** A word or sign as wink-nlp read it. `text` is verbatim; `blanks` is the number of spaces before it. */
export interface WinkToken {
  text: string;
  blanks: number;
  /** A Universal POS tag. */
  pos: string;
  lemma: string;
}

/** wink-nlp with its English model, but without its memory for words. */
export interface Wink {
  read: (text: string) => WinkToken[];
  /** Makes every word that the model learned unknown again. */
  forget: () => void;
  /** Returns the number of words that the model has learned since it was built. Each keeps some memory. */
  wordsMet: () => number;
}

/** A table of wink's core model that grows while it reads. */
interface GrowingFeature {
  list: string[];
  hash: Record<string, number>;
  index: number;
  intrinsicSize: number;
}

interface CoreModel {
  features: { lexeme: GrowingFeature; prefix: GrowingFeature; suffix: GrowingFeature; shape: GrowingFeature };
}

interface Collection {
  out: (property: unknown) => unknown[];
}

interface WinkLibrary {
  readDoc: (text: string) => { tokens: () => Collection };
  its: Record<"value" | "precedingSpaces" | "pos" | "lemma", unknown>;
}

/**
 * Room for new entries before a table is truncated. Shapes and affixes have 13 or 14 bits in wink's packed lexicon.
 * More entries than that overflow into the part-of-speech bits. One of our sources adds at most its 4096 code units,
 * so this leaves room.
 */
const featureRoom = 2_000;

function truncate(feature: GrowingFeature): void {
  for (const value of feature.list.slice(feature.intrinsicSize)) delete feature.hash[value];
  feature.list.length = feature.intrinsicSize;
  feature.index = feature.intrinsicSize;
}

function readTokens({ readDoc, its }: WinkLibrary, text: string): WinkToken[] {
  const tokens = readDoc(text).tokens();
  const blanks = tokens.out(its.precedingSpaces);
  const tags = tokens.out(its.pos);
  const lemmas = tokens.out(its.lemma);
  return tokens.out(its.value).map((value, index) => {
    const lemma = lemmas[index];
    return {
      text: String(value),
      blanks: String(blanks[index]).length,
      pos: String(tags[index]),
      // wink's exception tables are plain objects, so the lemma of "constructor" is a function.
      lemma: typeof lemma === "string" ? lemma : String(value).toLowerCase(),
    };
  });
}

/**
 * Loads wink-nlp and `wink-eng-lite-web-model`, and returns a function that builds a model. wink remembers every
 * unknown word permanently, and splits a word differently once it knows the word. One caller's text would change
 * another's analysis, and memory would grow without limit. `forget` undoes that.
 */
export async function loadWink(): Promise<() => Wink> {
  const [{ default: createWink }, { default: model }] = await Promise.all([
    import("wink-nlp"),
    import("wink-eng-lite-web-model"),
  ]);
  // wink types the model's members as unknown. This is their shape in version 1.8.1.
  const parts = model as unknown as { core: () => CoreModel };
  return () => {
    const core = parts.core();
    // wink's declarations reject its own `its.lemma` as an argument of its own `out`.
    const wink = createWink({ ...model, core: () => core }, ["pos"]) as unknown as WinkLibrary;
    const { lexeme, prefix, suffix, shape } = core.features;
    let forgotten = lexeme.intrinsicSize;
    return {
      read: (text) => {
        const tokens = readTokens(wink, text);
        for (const feature of [prefix, suffix, shape])
          if (feature.list.length > feature.intrinsicSize + featureRoom) truncate(feature);
        return tokens;
      },
      forget: () => {
        for (const feature of [prefix, suffix, shape]) truncate(feature);
        // The list must keep its length, because wink keeps a private list in step with it. A word without its key is
        // unknown again.
        for (const value of lexeme.list.slice(forgotten)) delete lexeme.hash[value];
        forgotten = lexeme.list.length;
      },
      wordsMet: () => lexeme.list.length - lexeme.intrinsicSize,
    };
  };
}
