import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Examples, Line, Task } from "./tasks/task.ts";
import { LineError } from "./tasks/task.ts";

/** A file of examples of one task. */
export interface DataFile {
  /** Path relative to the given folder. */
  name: string;
  task: Task;
  /** ISO 639-1 code of the language in the file's name, or English. A line's `lang` takes precedence. */
  language: string;
  examples: Examples;
}

/** Data that is in none of the formats. The message names file and line. */
export class DataError extends Error {
  override name = "DataError";
}

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
/** Codes by English name in lower case, for all languages with a two-letter code. */
const languageCodes: ReadonlyMap<string, string> = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    // "iw" is an old code of Hebrew.
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code)
    .map((code) => [languageNames.of(code)?.toLowerCase() ?? code, code]),
);

const codes: ReadonlySet<string> = new Set(languageCodes.values());

function languageOf(file: string): string {
  const words = basename(file)
    .toLowerCase()
    .split(/[^a-z]+/);
  const named = words.map((word) => (word.length > 2 ? languageCodes.get(word) : undefined)).find(Boolean);
  // A code is only the second word of a name, because "no" and "is" are also words.
  const [, second = ""] = words;
  return named ?? (codes.has(second) ? second : "en");
}

/** Returns the JSONL files of a folder and its subfolders in path order, or the one named file. */
export function findFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new DataError(`${path}: expected a folder of JSONL files, found nothing`);
  if (stats.isFile()) return [path];
  const files = readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => file.endsWith(".jsonl") && statSync(file, { throwIfNoEntry: false })?.isFile())
    .toSorted();
  if (files.length === 0) throw new DataError(`${path}: expected JSONL files (*.jsonl), found none`);
  return files;
}

interface NumberedLine {
  number: number;
  line: Line;
}

function readLines(file: string): NumberedLine[] {
  const lines: NumberedLine[] = [];
  const content = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  for (const [index, text] of content.split("\n").entries()) {
    if (text.trim() === "") continue;
    const number = index + 1;
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch (error) {
      throw new DataError(`${file}:${number}: expected a line of JSON, ${String(error)}`);
    }
    if (typeof line !== "object" || line === null || Array.isArray(line))
      throw new DataError(`${file}:${number}: expected a JSON object, received ${text.trim().slice(0, 60)}`);
    lines.push({ number, line: { ...line } });
  }
  if (lines.length === 0) throw new DataError(`${file}: expected a JSON object a line, found no line`);
  return lines;
}

/**
 * Returns the first task that recognizes a line of the file, among those that the file name's prefix selects,
 * or among all.
 */
function taskOf(file: string, lines: readonly NumberedLine[], tasks: readonly Task[]): Task {
  const named = tasks.filter(({ prefix }) => basename(file).startsWith(prefix));
  const candidates = named.length > 0 ? named : tasks;
  const task = candidates.find(({ recognizes }) => lines.some(({ line }) => recognizes(line)));
  if (task) return task;
  const [first] = lines;
  const fields = Object.keys(first?.line ?? {}).join(", ");
  const forms = candidates.map(({ name, form }) => `\n  ${name}: ${form}`).join("");
  throw new DataError(
    `${file}:${first?.number}: a line of no known task, with the fields ${fields}; expected${forms}`,
  );
}

/** Returns the lines of a generator as a file. */
export function generatedFile(name: string, task: Task, lines: readonly Line[]): DataFile {
  const reader = task.reader("en");
  for (const line of lines) reader.add(line);
  return { name, task, language: "en", examples: reader.examples() };
}

/** Returns a text with lines of at most `columns` characters. Every offset stays the same. */
function wrapText(text: string, columns: number): string {
  let lineStart = 0;
  let lastSpace = -1;
  let wrapped = "";
  for (let index = 0; index <= text.length; index++) {
    const isEnd = index === text.length;
    if (!isEnd && text[index] !== " " && text[index] !== "\n") continue;
    if (index - lineStart > columns && lastSpace >= lineStart) {
      wrapped += `${text.slice(lineStart, lastSpace)}\n`;
      lineStart = lastSpace + 1;
    }
    if (text[index] === "\n") {
      wrapped += text.slice(lineStart, index + 1);
      lineStart = index + 1;
    }
    lastSpace = index;
  }
  return wrapped + text.slice(lineStart);
}

/** The part of each file that is read. */
interface Selection {
  /** Maximum number of examples. All lines determine the task. */
  limit: number;
  /** The columns at which the texts are wrapped, as in mail. */
  wrap?: number | undefined;
}

/**
 * Reads the examples of a file.
 *
 * @throws DataError for a line that is not JSON, of an unknown task, of another task than the file's, or
 * malformed.
 */
export function readFile(
  file: string,
  folder: string,
  tasks: readonly Task[],
  { limit, wrap }: Selection,
): DataFile {
  const lines = readLines(file);
  const task = taskOf(file, lines, tasks);
  const language = languageOf(file);
  const reader = task.reader(language);
  for (const { number, line } of lines.slice(0, limit)) {
    const other = tasks.find(({ recognizes }) => recognizes(line));
    // A line with gold of another kind is in another task's file. A line without gold is skipped.
    const isStray = !task.recognizes(line) && other !== undefined && other.name !== "throughput";
    try {
      if (isStray) throw new LineError(`a line of the task ${other.name} in a file of the task ${task.name}`);
      const { text } = line;
      reader.add(
        wrap === undefined || typeof text !== "string" ? line : { ...line, text: wrapText(text, wrap) },
      );
    } catch (error) {
      if (error instanceof LineError) throw new DataError(`${file}:${number}: ${error.message}`);
      throw error;
    }
  }
  const inside = relative(folder, file);
  const name = inside === "" || inside.startsWith("..") ? basename(file) : inside;
  return { name, task, language, examples: reader.examples() };
}
