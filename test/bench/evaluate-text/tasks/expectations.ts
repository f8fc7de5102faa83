import type { Description, Expectation } from "../systems/description.ts";
import { labelledTask, LineError } from "./task.ts";

const kinds = [
  "sentiment",
  "language",
  "redacted",
  "keyword",
  "keywords",
  "someKeywords",
  "noKeyword",
  "summary",
  "names",
  "normalized",
] as const;
type Kind = (typeof kinds)[number];

function sameNames(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length && entries.every(([name, type]) => other[name] === type)
  );
}

function holds(kind: Kind, expected: Expectation, found: Description): boolean {
  if (kind === "names") return sameNames(expected.names ?? {}, found.names);
  if (kind === "normalized")
    return Object.entries(expected.normalized ?? {}).every(([text, form]) => found.normalized[text] === form);
  if (kind === "keyword") return found.keyword.toLowerCase() === expected.keyword?.toLowerCase();
  if (kind === "keywords") return String(found.keywords.toSorted()) === String(expected.keywords?.toSorted());
  if (kind === "someKeywords")
    return expected.someKeywords?.every((phrase) => found.keywords.includes(phrase)) ?? true;
  if (kind === "noKeyword")
    return !found.keywords.some((phrase) => RegExp(expected.noKeyword ?? "", "u").test(phrase));
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
