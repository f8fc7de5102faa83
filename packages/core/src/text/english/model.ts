/** A word or sign as wink-nlp read it: its text verbatim, and how many blanks stand before it. */
export interface ModelToken {
  text: string;
  blanks: number;
  /** A Universal POS tag. */
  pos: string;
  lemma: string;
  /** Whether it stands behind a negation. */
  negated: boolean;
}

/** What was found at the tokens from index `first` to index `last`. */
interface TokenMatch {
  first: number;
  last: number;
}

/** What wink-nlp found in one text. */
export interface ModelDocument {
  tokens: ModelToken[];
  /** `type` is wink's own, such as `DATE` or `CARDINAL`. */
  entities: (TokenMatch & { type: string })[];
  /** Entries of its polarity lexicon; `weight` from −1 to 1, before negation. */
  polarities: (TokenMatch & { weight: number })[];
}

/** wink-nlp with its English model, and without its memory. */
export interface EnglishModel {
  read: (text: string) => ModelDocument;
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

interface SentimentModel {
  setter: (matches: [first: number, last: number, thousandths: string][]) => void;
}

interface Collection {
  out: (property: unknown) => unknown[];
}

interface Wink {
  readDoc: (text: string) => { tokens: () => Collection; entities: () => Collection };
  its: Record<"value" | "precedingSpaces" | "pos" | "lemma" | "negationFlag" | "type" | "span", unknown>;
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

function readDocument({ readDoc, its }: Wink, text: string): Omit<ModelDocument, "polarities"> {
  const document = readDoc(text);
  const tokens = document.tokens();
  const entities = document.entities();
  const blanks = tokens.out(its.precedingSpaces);
  const tags = tokens.out(its.pos);
  const lemmas = tokens.out(its.lemma);
  const flags = tokens.out(its.negationFlag);
  const spans = entities.out(its.span);
  return {
    tokens: tokens.out(its.value).map((value, index) => {
      const lemma = lemmas[index];
      return {
        text: String(value),
        blanks: String(blanks[index]).length,
        pos: String(tags[index]),
        // Its tables of exceptions are plain objects: the lemma of "constructor" is a function.
        lemma: typeof lemma === "string" ? lemma : String(value).toLowerCase(),
        negated: flags[index] === true,
      };
    }),
    entities: entities.out(its.type).map((type, index) => {
      const span = spans[index];
      const [first, last] = Array.isArray(span) ? span.map(Number) : [];
      return { type: String(type), first: first ?? 0, last: last ?? 0 };
    }),
  };
}

/**
 * Loads wink-nlp and `wink-eng-lite-web-model` and returns what builds a model of them, with two doors into wink's
 * inside that it lacks:
 *
 * - It remembers every unknown word for ever, and splits a word differently once it knows it. So one caller's text
 *   would change another's analysis, and memory would only grow. `forget` undoes that.
 * - It looks up the polarity of each word but tells only the mean of a sentence. `polarities` has them all.
 */
export async function loadEnglishModel(): Promise<() => EnglishModel> {
  const [{ default: createWink }, { default: model }] = await Promise.all([
    import("wink-nlp"),
    import("wink-eng-lite-web-model"),
  ]);
  // wink types the parts of a model as unknown; these are the functions and shapes of version 1.8.1.
  const parts = model as unknown as { core: () => CoreModel; sa: () => SentimentModel };
  return () => {
    const core = parts.core();
    let polarities: ModelDocument["polarities"] = [];
    const observed = {
      ...model,
      core: () => core,
      sa: (): SentimentModel => ({
        ...parts.sa(),
        setter: (matches) => {
          polarities = matches.map(([first, last, weight]) => ({
            first,
            last,
            weight: Number(weight) / 1000,
          }));
        },
      }),
    };
    // Its declarations refuse its own `its.lemma` as an argument of its own `out`.
    const wink = createWink(observed, ["negation", "sentiment", "pos", "ner"]) as unknown as Wink;
    const { lexeme, prefix, suffix, shape } = core.features;
    let forgotten = lexeme.intrinsicSize;
    return {
      read: (text) => {
        polarities = [];
        const document = readDocument(wink, text);
        for (const feature of [prefix, suffix, shape])
          if (feature.list.length > feature.intrinsicSize + featureRoom) truncate(feature);
        return { ...document, polarities };
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
