import type { Random } from "../random.ts";
import type { Gazetteers } from "./gazetteers.ts";
import type { LabelledText } from "./sentences.ts";
import { wireGrammar } from "./wire-grammar.ts";
import { wireNames } from "./wire-names.ts";

/** The lists from which a pattern takes names. */
type Lists = Readonly<Record<string, readonly string[]>>;

const letters = "ABCDEFGHIJKLMNOPRSTVW".split("");

/**
 * Returns a function that generates a line of newswire with its names labeled. None of the licensed sets contains
 * newswire. The patterns are common knowledge, and the names come from the gazetteers.
 */
export function wireReporter(
  gazetteers: Gazetteers,
  rowOf: (word: string) => number,
  random: Random,
): () => LabelledText {
  const pick = (list: readonly string[]) => list[random.below(list.length)] ?? "";
  // Names that are frequent in the news are also frequent in the generated lines.
  const pickKnown = (list: readonly string[]) => list[Math.floor(list.length * random.next() ** 2)] ?? "";
  const rank = (name: string) => {
    const row = rowOf(name.slice(name.lastIndexOf(" ") + 1));
    return row < 0 ? Infinity : row;
  };
  const byRank = (names: readonly string[]) => {
    const ranks = new Map(names.map((name) => [name, rank(name)]));
    return names.toSorted((a, b) => {
      const [first = 0, second = 0] = [ranks.get(a), ranks.get(b)];
      return first === second ? 0 : first - second;
    });
  };
  const lists: Lists = {
    first: byRank(gazetteers.firstNames),
    surname: byRank(gazetteers.lastNames),
    city: byRank(gazetteers.towns),
    nation: byRank(gazetteers.countries),
    club: byRank(gazetteers.teams),
    company: byRank(gazetteers.organizations),
    "adjective-name": byRank(gazetteers.demonyms.filter((name) => !/s$|[wm][ao]m?[ae]n$/.test(name))),
  };
  const values: Readonly<Record<string, () => string>> = {
    initial: () => pick(letters),
    letters: () => Array.from({ length: 3 + random.below(2) }, () => pick(letters)).join(""),
    number: () => String(random.next() < 0.7 ? random.below(10) : random.below(120)),
    hundreds: () => String(100 + random.below(900)),
    day: () => String(1 + random.below(28)),
    "iso-date": () => `19${90 + random.below(10)}-0${1 + random.below(9)}-${10 + random.below(19)}`,
    time: () => `${1 + random.below(3)}:${10 + random.below(50)}.${10 + random.below(90)}`,
    set: () => `${random.below(8)}-${random.below(8)}`,
  };
  const fill = (form: string): string =>
    form.replace(/\{([\w-]+)\}/g, (_, name: string) => {
      const list = lists[name];
      return list ? pickKnown(list) : (values[name]?.() ?? "");
    });

  const write = (form: string, report: LabelledText, isCapital: boolean): void => {
    for (const [, plain = "", name] of form.matchAll(/([^{]*)(?:\{([\w-]+)\})?/g)) {
      report.text += isCapital ? plain.toUpperCase() : plain;
      if (name === undefined) continue;
      const named = wireNames[name];
      const rule = named ? undefined : wireGrammar[name];
      if (rule) {
        write(pick(rule), report, isCapital);
        continue;
      }
      const chosen = named ? pick(named.forms) : `{${name}}`;
      const filled = fill(chosen.replace(/^\^/, ""));
      const written = isCapital || chosen.startsWith("^") ? filled.toUpperCase() : filled;
      const start = report.text.length + (written.startsWith("the ") ? 4 : 0);
      report.text += written;
      if (named) report.entities.push({ start, end: report.text.length, type: named.label });
    }
  };
  return () => {
    const report: LabelledText = { text: "", entities: [] };
    const form = pick(wireGrammar["sentence"] ?? []);
    write(form.replace(/^\^/, ""), report, form.startsWith("^"));
    return report;
  };
}
