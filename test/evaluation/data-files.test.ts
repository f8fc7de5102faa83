import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFiles, readFile } from "../bench/evaluate-text/data-files.ts";
import { entities } from "../bench/evaluate-text/tasks/entities.ts";
import { expectations } from "../bench/evaluate-text/tasks/expectations.ts";
import { gradedSentiment } from "../bench/evaluate-text/tasks/graded-sentiment.ts";
import { language } from "../bench/evaluate-text/tasks/language.ts";
import { pii } from "../bench/evaluate-text/tasks/pii.ts";
import { sentenceEnds } from "../bench/evaluate-text/tasks/sentence-ends.ts";
import { sentiment } from "../bench/evaluate-text/tasks/sentiment.ts";
import { throughput } from "../bench/evaluate-text/tasks/throughput.ts";

// Without keyphrases, whose stemmer is installed only with the benchmarks.
const tasks = [sentiment, gradedSentiment, sentenceEnds, expectations, entities, pii, language, throughput];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "evaluate-text-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, ...lines: (object | string)[]): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  writeFileSync(file, `${text.join("\n")}\n`);
  return file;
}

const read = (file: string, limit = Infinity) => readFile(file, folder, tasks, { limit });
const person = { start: 0, end: 3, type: "PER" };

describe("data files of the evaluation", () => {
  it.each([
    ["sentiment", { text: "Fine.", label: "positive" }],
    ["graded-sentiment", { text: "Fine.", score: 1.5 }],
    ["entities", { text: "Ada", entities: [person] }],
    ["entities", { text: "Ada", tokens: ["Ada"], tags: ["O"], entities: [] }],
    ["pii", { text: "a@b.example", entities: [{ start: 0, end: 11, type: "EMAIL_ADDRESS" }] }],
    ["sentence-ends", { text: "Hi. Go.", lang: "en", sentences: ["Hi.", "Go."] }],
    ["expectations", { text: "Nice.", expect: { sentiment: "positive" } }],
    ["language", { text: "ja", lang: "de" }],
    ["throughput", { text: "Fine." }],
  ])("recognizes %s by the fields of its lines", (task, line) => {
    expect(read(write("any-name.jsonl", line)).task.name).toBe(task);
  });

  it("uses the name of a file for lines without entities", () => {
    const email = { text: "a@b.example", entities: [{ start: 0, end: 11, type: "EMAIL_ADDRESS" }] };
    expect(read(write("pii-mine.jsonl", { text: "Hi", entities: [] }, email), 1).task.name).toBe("pii");
  });

  it("finds files in subfolders, in path order", () => {
    const second = write("nested/b/language.jsonl", { text: "ja", lang: "de" });
    const first = write("nested/a.jsonl", { text: "Fine." });
    write("nested/README.md", "no data");
    expect(findFiles(join(folder, "nested"))).toEqual([first, second]);
  });

  it("counts lines without gold or text separately, and reads at most the requested number of lines", () => {
    const lines = [
      { text: "Fine.", label: "positive" },
      { text: "Hm.", note: 1 },
      { text: "", label: "neutral" },
      { text: "Bad.", label: "negative" },
    ];
    const file = write("sentiment-mixed.jsonl", ...lines);
    expect(read(file).examples).toMatchObject({ count: 2, unscored: 2 });
    expect(read(file, 1).examples).toMatchObject({ count: 1, unscored: 0 });
  });

  it("reads the language of a file from its name", () => {
    const line = { text: "Gut.", label: "positive" };
    expect(read(write("sentiment-tweets-german.jsonl", line)).language).toBe("de");
    expect(read(write("sentiment-films.jsonl", line)).language).toBe("en");
  });

  it.each<[string, (object | string)[], string]>([
    [
      "sentiment-a.jsonl",
      [{ text: "x", label: "neutral" }, "{text"],
      "sentiment-a.jsonl:2: expected a line of JSON",
    ],
    ["b.jsonl", ["", "[1]"], "b.jsonl:2: expected a JSON object, received [1]"],
    [
      "c.jsonl",
      [{ text: "x", mood: 3 }],
      "c.jsonl:1: a line of no known task, with the fields text, mood; expected",
    ],
    [
      "d.jsonl",
      [{ text: "x", label: "fine" }],
      'd.jsonl:1: label: expected positive, neutral, negative, received "fine"',
    ],
    ["e.jsonl", [{ label: "neutral" }], "e.jsonl:1: text: expected a string, received nothing"],
    ["f.jsonl", [{ text: "x", score: 9 }], "f.jsonl:1: score: expected a number from -4 to 4, received 9"],
    [
      "g.jsonl",
      [{ text: "A", entities: [person] }],
      'g.jsonl:1: entities[0]: expected {"start", "end", "type"}',
    ],
    [
      "h.jsonl",
      [{ text: "Ada", tags: ["O"], entities: [{ ...person, type: "GPE" }] }],
      "h.jsonl:1: entities: expected the types",
    ],
    [
      "i.jsonl",
      [
        { text: "x", label: "neutral" },
        { text: "x", lang: "de" },
      ],
      "i.jsonl:2: a line of the task language in a file of the task sentiment",
    ],
    ["j.jsonl", [""], "j.jsonl: expected a JSON object a line, found no line"],
  ])("rejects %s with its line and the expected form", (name, lines, message) => {
    expect(() => read(write(name, ...lines))).toThrow(message);
  });

  it("rejects a folder that is missing or has no data", () => {
    expect(() => findFiles(join(folder, "nowhere"))).toThrow(
      "nowhere: expected a folder of JSONL files, found nothing",
    );
    mkdirSync(join(folder, "empty"));
    expect(() => findFiles(join(folder, "empty"))).toThrow(
      "empty: expected JSONL files (*.jsonl), found none",
    );
  });
});

describe("scores of the evaluation", () => {
  it("excludes handles, and MISC names if the gold has none", async () => {
    const text = "@ ada met Bob";
    const gold = [person, { start: 2, end: 5, type: "PER" }, { start: 10, end: 13, type: "PER" }];
    const file = write("entities-handles.jsonl", {
      text,
      entities: [{ start: 0, end: 1, type: "PER" }, ...gold.slice(1)],
    });
    const found = [...gold.slice(1), { start: 6, end: 9, type: "MISC" }];
    const score = await read(file).examples.score({ name: "a system", entities: () => found });
    expect(score).toMatchObject({ figures: { precision: 1, recall: 1, F1: 1, "untyped F1": 1 } });
  });

  it("scores persons, organizations and places separately from other names", async () => {
    const gold = [person, { start: 4, end: 8, type: "MISC" }];
    const file = write("entities-misc.jsonl", { text: "Ada Rust", entities: gold });
    const score = await read(file).examples.score({ name: "a system", entities: () => [person] });
    expect(score).toMatchObject({ figures: { F1: 1, "F1 with MISC": 2 / 3, "untyped F1": 2 / 3 } });
  });

  it("reports missing predictions instead of a score", async () => {
    const names = read(write("entities-none.jsonl", { text: "Ada", entities: [person] })).examples;
    expect(await names.score({ name: "finds none", entities: () => [] })).toBe(
      "no predictions (it finds no names)",
    );
    const opinions = read(write("sentiment-french.jsonl", { text: "Bien.", label: "positive" })).examples;
    expect(
      await opinions.score({
        name: "English only",
        sentiment: (_, code) => (code === "en" ? { label: "positive", score: 1 } : null),
      }),
    ).toBe("no predictions (it does not know the language)");
  });

  it("omits a system that does not support the task", async () => {
    const { examples } = read(write("graded.jsonl", { text: "Fine.", score: 1 }));
    expect(await examples.score({ name: "other", language: () => "en" })).toBeUndefined();
  });

  it("scores only the six kinds of personal data that have a recognizable form", async () => {
    const line = {
      text: "Ada: ada@b.example",
      entities: [
        { start: 0, end: 3, type: "PERSON" },
        { start: 5, end: 18, type: "EMAIL_ADDRESS" },
      ],
    };
    const found = [
      { start: 0, end: 3, type: "person" },
      { start: 5, end: 16, type: "email" },
    ];
    const score = await read(write("pii.jsonl", line)).examples.score({
      name: "a system",
      personalData: () => found,
    });
    expect(score).toMatchObject({
      figures: { precision: 0, recall: 0, "overlap precision": 1, "overlap recall": 1 },
    });
  });
});
