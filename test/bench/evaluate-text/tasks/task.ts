import type { System } from "../systems/system.ts";

/** A line of a file, parsed. */
export type Line = Readonly<Record<string, unknown>>;

/** What a line should have held; the reader adds file and line. */
export class LineError extends Error {
  override name = "LineError";
}

/** How well a system did on a file; `NaN` where a figure has no meaning there. */
export interface Score {
  figures: Record<string, number>;
  breakdown?: {
    title: string;
    rows: Record<string, Record<string, number>>;
    /** Whether the numbers are counts and no shares. */
    counts?: boolean;
  };
}

/** The examples of a file. */
export interface Examples {
  count: number;
  /** Lines without gold, or with an empty text, which are not scored. */
  unscored: number;
  /** The score of a system; a reason why it has none; `undefined` where the system does not do the task. */
  score: (system: System) => Promise<Score | string | undefined>;
}

/** A kind of file: how it is told, and how a system is scored on it. */
export interface Task {
  name: string;
  /** What the name of a file of it begins with. */
  prefix: string;
  /** The form of a line, as prose. */
  form: string;
  /** Whether the fields of a line are those of this task. */
  recognizes: (line: Line) => boolean;
  /** Adds a line; throws a {@link LineError}. */
  reader: (language: string) => { add: (line: Line) => void; examples: () => Examples };
}

/** A text, what people say of it, and what a system says. */
interface Judged<Gold, Found> {
  text: string;
  gold: Gold;
  /** `null`: no answer. */
  found: Found | null;
}

interface LabelledTask<Gold, Found> extends Pick<Task, "name" | "prefix" | "form" | "recognizes"> {
  /** The gold of a line; `undefined` of a line without it. */
  gold: (line: Line) => Gold | undefined;
  /** `undefined` of a system that does not do the task. */
  ask: (system: System, text: string, language: string) => Found | null | Promise<Found | null> | undefined;
  score: (judged: readonly Judged<Gold, Found>[]) => Score | string;
}

/** The text of a line. */
export function textOf(line: Line): string {
  if (typeof line["text"] === "string") return line["text"];
  throw new LineError(`text: expected a string, received ${JSON.stringify(line["text"]) ?? "nothing"}`);
}

/** A task of texts with gold, each of which a system is asked about by itself. */
export function labelledTask<Gold, Found>(task: LabelledTask<Gold, Found>): Task {
  const reader = (fileLanguage: string) => {
    const examples: { text: string; gold: Gold; language: string }[] = [];
    let unscored = 0;
    const score = async (system: System) => {
      if (examples.length === 0) return "no line with gold";
      const judged: Judged<Gold, Found>[] = [];
      for (const { text, gold, language } of examples) {
        const found = await task.ask(system, text, language);
        if (found === undefined) return undefined;
        judged.push({ text, gold, found });
      }
      if (judged.every(({ found }) => found === null))
        return "no predictions (it does not know the language)";
      return task.score(judged);
    };
    return {
      add: (line: Line) => {
        const text = textOf(line);
        const gold = task.gold(line);
        const language = typeof line["lang"] === "string" ? line["lang"] : fileLanguage;
        if (gold === undefined || text === "") unscored += 1;
        else examples.push({ text, gold, language });
      },
      examples: () => ({ count: examples.length, unscored, score }),
    };
  };
  return { name: task.name, prefix: task.prefix, form: task.form, recognizes: task.recognizes, reader };
}
