import nlp from "compromise";
import type { Span } from "../metrics/spans.ts";
import type { System } from "../systems/system.ts";

/** Result of `json({ offset: true })` on a selection, which the package types as `any`. */
interface Selection {
  terms: { text: string; offset: { start: number; length: number } }[];
}

function findNames(text: string): Span[] {
  const document = nlp(text);
  const found = [
    ["PER", document.people()],
    ["ORG", document.organizations()],
    ["LOC", document.places()],
  ] as const;
  return found.flatMap(([type, view]) => {
    const selections: Selection[] = view.json({ terms: { offset: true }, offset: true });
    return selections.flatMap(({ terms }) => {
      const [first, last] = [terms[0]?.offset, terms.at(-1)];
      if (!first || !last) return [];
      // Its words include the possessive, which every gold set excludes.
      const possessive = /['’]s?$/.exec(last.text)?.[0].length ?? 0;
      return { start: first.start, end: last.offset.start + last.offset.length - possessive, type };
    });
  });
}

// https://github.com/spencermountain/compromise, MIT.
export const systems: System[] = [
  {
    name: "compromise",
    entities: (text, language) => (language === "en" ? findNames(text) : null),
    // The words with their tags, and the names.
    analyzeAll: (text) => {
      const document = nlp(text);
      return [
        document.json(),
        document.people().out("array"),
        document.places().out("array"),
        document.organizations().out("array"),
      ];
    },
  },
];
