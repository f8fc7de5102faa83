import { labelledTask, LineError } from "./task.ts";

/** What a reader expects of an analysis. Each member is one expectation. */
export interface Expectation {
  /** A label of the sentiment. */
  sentiment?: string;
  language?: string;
  /** The text with the labels of personal data. */
  redacted?: string;
  /** The first keyword, in any letter case. */
  keyword?: string;
  /** The first sentence of the summary. */
  summary?: string;
  /** All persons, organizations and locations with their types. */
  names?: Readonly<Record<string, string>>;
  /** Some entities with their standard forms. */
  normalized?: Readonly<Record<string, string>>;
}

/** The answers of a system, in the terms of {@link Expectation}. */
export type Description = Required<Expectation>;

const kinds = ["sentiment", "language", "redacted", "keyword", "summary", "names", "normalized"] as const;
type Kind = (typeof kinds)[number];

function holds(kind: Kind, expected: Expectation, found: Description): boolean {
  if (kind === "names")
    return (
      JSON.stringify(Object.entries(expected.names ?? {}).toSorted()) ===
      JSON.stringify(Object.entries(found.names).toSorted())
    );
  if (kind === "normalized")
    return Object.entries(expected.normalized ?? {}).every(([text, form]) => found.normalized[text] === form);
  if (kind === "keyword") return found.keyword.toLowerCase() === expected.keyword?.toLowerCase();
  return found[kind] === expected[kind];
}

/** Returns the kinds of an expectation, each with whether it is met. */
export function judge(expected: Expectation, found: Description): { kind: Kind; isMet: boolean }[] {
  return kinds
    .filter((kind) => expected[kind] !== undefined)
    .map((kind) => ({ kind, isMet: holds(kind, expected, found) }));
}

function readExpectation(expect: unknown): Expectation {
  const members = typeof expect === "object" && expect !== null ? Object.keys(expect) : [];
  if (members.length > 0 && members.every((name) => (kinds as readonly string[]).includes(name)))
    return expect as Expectation;
  throw new LineError(
    `expect: expected an object with some of ${kinds.join(", ")}, received ${JSON.stringify(expect)}`,
  );
}

/** Single outputs that a reader checks at a glance. */
export const expectations = labelledTask<Expectation, Description>({
  name: "expectations",
  prefix: "expectations",
  form: `{"text", "expect": {${kinds.map((kind) => `"${kind}"?`).join(", ")}}, "lang"?}`,
  recognizes: ({ expect }) => expect !== undefined,
  gold: ({ expect }) => (expect === undefined ? undefined : readExpectation(expect)),
  ask: (system, text, language) => system.describe?.(text, language),
  score: (judged) => {
    const all = judged.flatMap(({ gold, found }) => (found === null ? [] : judge(gold, found)));
    const share = (kind?: Kind) => {
      const some = all.filter((one) => kind === undefined || one.kind === kind);
      return { expectations: some.length, met: some.filter(({ isMet }) => isMet).length };
    };
    return {
      figures: { expectations: all.length, "share met": share().met / all.length },
      breakdown: {
        title: "by kind",
        rows: Object.fromEntries(kinds.map((kind) => [kind, share(kind)])),
        counts: true,
      },
    };
  },
});
