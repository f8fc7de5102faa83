import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { analyzeText } from "@tools-api/core/text";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../shared-data.ts";

interface Span {
  start: number;
  end: number;
  type: string;
}

/** Returns every `step`th row of a JSON Lines file. */
function rows<Row>(file: string, step: number): Row[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  // The README of the shared data documents the fields of each file.
  return lines.filter((_, index) => index % step === 0).map((line) => JSON.parse(line) as Row);
}

async function languageAccuracy(file: string, step: number): Promise<number> {
  const sample = rows<{ text: string; lang: string }>(file, step);
  let right = 0;
  for (const { text, lang } of sample) {
    const { language } = await analyzeText(text, { analysisType: "language" });
    if (language.code === lang) right += 1;
  }
  return right / sample.length;
}

const classes = ["positive", "neutral", "negative"];

async function judgeSentiments(file: string, step: number, language = "en") {
  const judged: { gold: string; label: string; score: number }[] = [];
  for (const { text, label: gold } of rows<{ text: string; label: string }>(file, step)) {
    const { sentiment } = await analyzeText(text, { analysisType: "sentiment", language });
    if (sentiment && classes.includes(gold))
      judged.push({ gold, label: sentiment.label, score: sentiment.score });
  }
  return judged;
}

/** Returns the share of positive and negative texts whose score has the correct sign. */
async function signAccuracy(file: string, step: number): Promise<number> {
  const judged = (await judgeSentiments(file, step)).filter(({ gold }) => gold !== "neutral");
  const right = judged.filter(({ gold, score }) => (score >= 0 ? "positive" : "negative") === gold);
  return right.length / judged.length;
}

function labelAccuracy(language: string) {
  return async (file: string, step: number): Promise<number> => {
    const judged = await judgeSentiments(file, step, language);
    return judged.filter(({ gold, label }) => label === gold).length / judged.length;
  };
}

async function labelMacroF1(file: string, step: number): Promise<number> {
  const judged = await judgeSentiments(file, step);
  const scores = classes.map((name) => {
    const found = judged.filter(({ label }) => label === name);
    const right = found.filter(({ gold }) => gold === name).length;
    return (2 * right) / (found.length + judged.filter(({ gold }) => gold === name).length);
  });
  return scores.reduce((sum, score) => sum + score, 0) / classes.length;
}

/**
 * Returns the F1 score of spans by position and type. `types` maps the data's type names to ours; other types are
 * ignored.
 */
async function spanF1(
  file: string,
  step: number,
  types: Readonly<Record<string, string>>,
  find: (text: string) => Promise<readonly Span[]>,
): Promise<number> {
  let [right, found, gold] = [0, 0, 0];
  const spanKey = ({ start, end }: Span, type: string | undefined) => `${start} ${end} ${type}`;
  for (const { text, entities } of rows<{ text: string; entities: Span[] }>(file, step)) {
    // The data labels @handles as entities. We do not, because a handle is not the name of a person.
    const expected = new Set(
      entities
        .filter(({ start, type }) => Object.hasOwn(types, type) && text[start] !== "@")
        .map((span) => spanKey(span, types[span.type])),
    );
    const spans = await find(text);
    found += spans.length;
    gold += expected.size;
    right += spans.filter((span) => expected.has(spanKey(span, span.type))).length;
  }
  return (2 * right) / (found + gold);
}

function nameF1(file: string, step: number): Promise<number> {
  const types = { PER: "person", ORG: "organization", LOC: "location" };
  return spanF1(file, step, types, async (text) => {
    const { entities } = await analyzeText(text, { analysisType: "entities", language: "en" });
    return entities
      .filter(({ type }) => Object.values(types).includes(type))
      .flatMap(({ type, mentions }) => mentions.map(({ start, end }) => ({ start, end, type })));
  });
}

function personalDataF1(file: string, step: number): Promise<number> {
  const types = {
    EMAIL_ADDRESS: "email",
    PHONE_NUMBER: "phone",
    CREDIT_CARD: "credit_card",
    IBAN_CODE: "iban",
    IP_ADDRESS: "ip_address",
    US_SSN: "us_ssn",
  };
  return spanF1(file, step, types, async (text) => {
    const { pii } = await analyzeText(text, { analysisType: "pii", language: "en" });
    return pii?.entities.filter(({ type }) => Object.values(types).includes(type)) ?? [];
  });
}

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/text/${name}`, import.meta.url));

const shared = sharedData("text", "dev");

/**
 * The tasks, each with a sample in this repository and the minimum score on it (`floor`). `sets` are files of the shared
 * data with their minimum scores. A minimum is below the measured score, so a change of one percent does not fail a test.
 */
const guarantees = [
  {
    task: "the language",
    score: languageAccuracy,
    fixture: "language-sentences-38",
    sets: { "language-sentences-38": 0.95, "language-word-pairs-38": 0.87 },
    floor: 0.94,
  },
  {
    task: "the sign of a sentiment",
    score: signAccuracy,
    fixture: "sentiment-goemotions",
    sets: { "sentiment-sst2-dev": 0.83 },
    floor: 0.8,
  },
  {
    task: "the sign of review sentences",
    score: signAccuracy,
    fixture: "sentiment-reviews",
    sets: {},
    floor: 0.73,
  },
  {
    task: "the sentiment of Dutch messages",
    score: labelAccuracy("nl"),
    fixture: "sentiment-dutch",
    sets: {},
    floor: 0.7,
  },
  {
    task: "the label of a sentiment",
    score: labelMacroF1,
    fixture: "sentiment-goemotions",
    sets: { "sentiment-tweeteval-val": 0.55 },
    floor: 0.6,
  },
  {
    task: "persons, organizations and locations",
    score: nameF1,
    fixture: "entities-crossner-wnut17",
    sets: { "entities-crossner-science": 0.7, "entities-wnut17-dev": 0.5 },
    floor: 0.75,
  },
  {
    task: "personal data in standard formats",
    score: personalDataF1,
    fixture: "pii-synthetic",
    sets: { "pii-synthetic": 0.97 },
    floor: 0.95,
  },
];

describe("accuracy on a sample of development data", () => {
  it.each(guarantees)("detects $task with a score above $floor", async ({ score, fixture: name, floor }) => {
    expect(await score(fixture(`${name}.jsonl`), 1)).toBeGreaterThan(floor);
  });
});

/** Tweets in three balanced classes, in languages without a sample. */
const tweets = Object.entries({
  de: "german",
  es: "spanish",
  fr: "french",
  it: "italian",
  pt: "portuguese",
}).map(([language, name]) => ({
  task: "the sentiment",
  score: labelAccuracy(language),
  name: `sentiment-tweets-${name}`,
  floor: 0.5,
}));

describe.skipIf(!shared)("accuracy on development data", () => {
  it.each([
    ...guarantees.flatMap(({ task, score, sets }) =>
      Object.entries(sets).map(([name, floor]) => ({ task, score, name, floor })),
    ),
    ...tweets,
  ])("detects $task in $name with a score above $floor", async ({ score, name, floor }) => {
    expect(await score(`${shared}/${name}.jsonl`, 4)).toBeGreaterThan(floor);
  });
});
