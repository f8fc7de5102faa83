import process from "node:process";
import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Stores } from "@tools-api/core";
import { type Config, readConfig } from "../config.ts";
import { openStores } from "../stores/open-stores.ts";

/** Runs with the words behind the command's name. */
export type Command = (words: string[]) => Promise<void>;

/** The words of a command were wrong; the message says how. */
export class UsageError extends Error {}

/** The options and positional words of a command. */
export function parseWords<const Options extends ParseArgsConfig["options"]>(
  words: string[],
  options: Options,
  positionals: { minimum: number; maximum: number } = { minimum: 0, maximum: 0 },
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>> {
  try {
    const parsed = parseArgs({ args: words, options, allowPositionals: true });
    const count = parsed.positionals.length;
    if (count < positionals.minimum || count > positionals.maximum)
      throw new UsageError(
        `Expected ${positionals.minimum} to ${positionals.maximum} words behind the command, received ${count}.`,
      );
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The value of an option that the command cannot do without. */
export function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** The members of `known` among comma-separated words. */
export function namesOf<Name extends string>(text: string, known: readonly Name[], option: string): Name[] {
  return text.split(",").map((word) => {
    const name = known.find((candidate) => candidate === word.trim());
    if (!name) throw new UsageError(`--${option}: expected ${known.join(", ")}, received "${word}".`);
    return name;
  });
}

/** Runs on the stores that the environment names, with its settings, and closes them. */
export async function withStores<Result>(
  job: (stores: Stores, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const stores = await openStores(config);
  try {
    return await job(stores, config);
  } finally {
    await stores.close();
  }
}

type Row = Record<string, string | number | string[] | null>;

/** Prints rows under the names of their columns, or as JSON. */
export function printRows(rows: Row[], columns: string[], json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  const table = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "–")))];
  const widths = columns.map((_, index) => Math.max(...table.map((cells) => cells[index]?.length ?? 0)));
  for (const cells of table)
    process.stdout.write(
      `${cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
}
