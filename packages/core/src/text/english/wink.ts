/** A word or sign as wink-nlp read it: its text verbatim, and how many blanks stand before it. */
export interface WinkToken {
  text: string;
  blanks: number;
  /** A Universal POS tag. */
  pos: string;
  lemma: string;
}

/** wink-nlp with its English model, and without its memory. */
export interface Wink {
  read: (text: string) => WinkToken[];
  /** Makes every word that it has met unknown again. */
  forget: () => void;
  /** The words that it has met since it was built, and keeps memory for. */
  wordsMet: () => number;
}

/** The part of wink's core model that grows while it reads. */
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
 * Shapes and affixes have 13 or 14 bits in wink's packed lexicon: one text with more of them than that would spill
 * into the part-of-speech bits. A document of ours adds at most its 4096 code units, so this leaves room.
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
      // Its tables of exceptions are plain objects: the lemma of "constructor" is a function.
      lemma: typeof lemma === "string" ? lemma : String(value).toLowerCase(),
    };
  });
}

/**
 * Loads wink-nlp and `wink-eng-lite-web-model` and returns what builds a model of them, with a door into wink's inside
 * that it lacks: it remembers every unknown word for ever, and splits a word differently once it knows it. So one
 * caller's text would change another's analysis, and memory would only grow. `forget` undoes that.
 */
export async function loadWink(): Promise<() => Wink> {
  const [{ default: createWink }, { default: model }] = await Promise.all([
    import("wink-nlp"),
    import("wink-eng-lite-web-model"),
  ]);
  // wink types the parts of a model as unknown; this is the function and its shape in version 1.8.1.
  const parts = model as unknown as { core: () => CoreModel };
  return () => {
    const core = parts.core();
    // Its declarations refuse its own `its.lemma` as an argument of its own `out`.
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
        // The list has to stay: wink keeps a private one in step with it. Without its key a word is unknown again.
        for (const value of lexeme.list.slice(forgotten)) delete lexeme.hash[value];
        forgotten = lexeme.list.length;
      },
      wordsMet: () => lexeme.list.length - lexeme.intrinsicSize,
    };
  };
}
