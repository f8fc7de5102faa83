import winkNLP from "wink-nlp";
import model from "wink-eng-lite-web-model";
import type { Span } from "../metrics/spans.ts";
import type { System, TaggedToken } from "../systems/system.ts";

// https://github.com/winkjs/wink-nlp, MIT. It does not recognize persons, organizations or places: its runs
// of proper nouns become names without a type.
const wink = winkNLP(model);
const { its } = wink;

function tagTokens(text: string): TaggedToken[] {
  const tokens = wink.readDoc(text).tokens();
  const tags = tokens.out(its.pos);
  // The types of wink-nlp miss an argument of this property.
  const lemmas: unknown[] = tokens.out(its.lemma as unknown as typeof its.pos);
  let position = 0;
  return tokens.out().flatMap((token, index) => {
    const start = text.indexOf(token, position);
    if (start < 0) return [];
    position = start + token.length;
    return [{ start, end: position, pos: String(tags[index]), lemma: String(lemmas[index]) }];
  });
}

function properNounRuns(text: string): Span[] {
  const tokens = wink.readDoc(text).tokens();
  const tags = tokens.out(its.pos);
  const runs: Span[] = [];
  let position = 0;
  let previous = "";
  for (const [index, token] of tokens.out().entries()) {
    const start = text.indexOf(token, position);
    if (start < 0) continue;
    position = start + token.length;
    const tag = String(tags[index]);
    const last = runs.at(-1);
    if (tag === "PROPN" && previous === "PROPN" && last) last.end = position;
    else if (tag === "PROPN") runs.push({ start, end: position, type: "NAME" });
    previous = tag;
  }
  return runs;
}

export const systems: System[] = [
  {
    name: "wink-nlp",
    sentiment: (text, language) => {
      if (language !== "en") return null;
      const score = Number(wink.readDoc(text).out(its.sentiment));
      return { label: score > 0 ? "positive" : score < 0 ? "negative" : "neutral", score };
    },
    entities: (text, language) => (language === "en" ? properNounRuns(text) : null),
    tokens: (text, language) => (language === "en" ? tagTokens(text) : null),
    sentences: (text, language) =>
      language === "en"
        ? wink
            .readDoc(text)
            .sentences()
            .out()
            .map((sentence) => sentence.trim())
        : null,
    // Its whole pipeline: tokens, sentence bounds, negation, sentiment, parts of speech, entities.
    analyzeAll: (text) => {
      const document = wink.readDoc(text);
      return [
        document.tokens().out(its.pos),
        document.entities().out(its.detail),
        document.out(its.sentiment),
      ];
    },
  },
];
