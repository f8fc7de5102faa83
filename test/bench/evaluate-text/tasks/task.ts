import type { System } from "../systems/system.ts";

/** A line of a file, parsed. */
export type Line = Readonly<Record<string, unknown>>;

/** An invalid line, with the expected form. The reader adds file and line. */
export class LineError extends Error {
  override name = "LineError";
}

/** A system's score on a file. A figure that does not apply is `NaN`. */
export interface Score {
  figures: Record<string, number>;
  breakdown?: {
    title: string;
    rows: Record<string, Record<string, number>>;
    /** Whether the numbers are counts instead of shares. */
    counts?: boolean;
  };
}

/** The examples of a file. */
export interface Examples {
  count: number;
  /** Lines without gold or with an empty text, which are not scored. */
  unscored: number;
  /**
   * Returns the score of a system, the reason why it has none, or `undefined` if the system does not support
   * the task.
   */
  score: (system: System) => Promise<Score | string | undefined>;
}

/** A kind of file, with its format and its score. */
export interface Task {
  name: string;
  /** Prefix of the names of its files. */
  prefix: string;
  /** The form of a line, as prose. */
  form: string;
  /** Returns whether the fields of a line are those of this task. */
  recognizes: (line: Line) => boolean;
  /** Adds a line; throws a {@link LineError}. */
  reader: (language: string) => { add: (line: Line) => void; examples: () => Examples };
}

/** A text, its gold and a system's answer. */
interface Judged<Gold, Found> {
  text: string;
  gold: Gold;
  /** `null` without an answer. */
  found: Found | null;
}

interface LabelledTask<Gold, Found> extends Pick<Task, "name" | "prefix" | "form" | "recognizes"> {
  /** Returns the gold of a line, or `undefined` if it has none. */
  gold: (line: Line) => Gold | undefined;
  /** Returns the answer, or `undefined` if the system does not support the task. */
  ask: (system: System, text: string, language: string) => Found | null | Promise<Found | null> | undefined;
  score: (judged: readonly Judged<Gold, Found>[]) => Score | string;
}

/** Returns the text of a line. */
export function textOf(line: Line): string {
  if (typeof line["text"] === "string") return line["text"];
  throw new LineError(`text: expected a string, received ${JSON.stringify(line["text"]) ?? "nothing"}`);
}

/** Creates a task of texts with gold. Each system is asked about each text separately. */
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
