import process from "node:process";
import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Stores } from "@tools-api/core/accounts";
import { type Config, readConfig } from "../runtime/config.ts";
import { changeReports } from "../account/change-reports.ts";
import { openStores } from "../runtime/stores/open-stores.ts";
import { printable, printableJson } from "./printable.ts";
import { UsageError } from "./usage-error.ts";

/** A command. It receives the arguments after its name. */
export type Command = (words: string[]) => Promise<void>;

function expectedCount({ minimum, maximum }: { minimum: number; maximum: number }): string {
  if (maximum === 0) return "no arguments";
  const count = minimum === maximum ? String(minimum) : `${minimum} to ${maximum}`;
  return `${count} argument${maximum === 1 ? "" : "s"}`;
}

/** Returns the first sentence of an error of `parseArgs`, without its advice of several lines. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [sentence = ""] = message.split(/\n|\. (?=To specify|This command)/);
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

/**
 * Parses the options and positional arguments of a command.
 *
 * @throws UsageError for an unknown option or the wrong number of arguments.
 */
export function parseArguments<const Options extends ParseArgsConfig["options"]>(
  words: string[],
  options: Options,
  positionals: { minimum: number; maximum: number } = { minimum: 0, maximum: 0 },
): ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>> {
  try {
    const parsed = parseArgs({ args: words, options, allowPositionals: true });
    const count = parsed.positionals.length;
    if (count < positionals.minimum || count > positionals.maximum)
      throw new UsageError(`Expected ${expectedCount(positionals)} after the command, received ${count}.`);
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(firstSentence(error), { cause: error });
  }
}

/**
 * Returns the value of a required option.
 *
 * @throws UsageError if it is missing.
 */
export function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/**
 * Parses a comma-separated list of names from `known`.
 *
 * @throws UsageError if a name is unknown.
 */
export function parseNames<Name extends string>(
  text: string,
  known: readonly Name[],
  option: string,
): Name[] {
  return text.split(",").map((word) => {
    const name = known.find((candidate) => candidate === word.trim());
    if (!name) throw new UsageError(`--${option}: expected ${known.join(", ")}, received "${word}".`);
    return name;
  });
}

/** Opens the stores of the environment, runs `job` with them and the settings, and closes the stores. */
export async function withStores<Result>(
  job: (stores: Stores, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const stores = await openStores(config);
  try {
    const by = {
      actor: { kind: "cli" },
      retentionMs: config.auditRetentionMs,
      report: changeReports({ mail: false, webhooks: config.webhooks, log: config.logsAudit }),
    } as const;
    return await job({ ...stores, by }, config);
  } finally {
    await stores.close();
  }
}

const pageSize = 500;

/** Returns all items of a list of core, which it reads page by page. */
export async function allItems<Item extends { id: string }>(
  read: (page: { limit: number; after?: string }) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const last = items.at(-1);
    const page = await read({ limit: pageSize, ...(last && { after: last.id }) });
    items.push(...page);
    if (page.length < pageSize) return items;
  }
}

type Row = Record<string, string | number | string[] | null>;

/** Prints rows as a table with column names, or as JSON. */
export function printRows(rows: Row[], columns: string[], json: boolean): void {
  if (json) {
    process.stdout.write(`${printableJson(rows, 2)}\n`);
    return;
  }
  const table = [
    columns,
    ...rows.map((row) => columns.map((column) => printable(String(row[column] ?? "–")))),
  ];
  const widths = columns.map((_, index) => Math.max(...table.map((cells) => cells[index]?.length ?? 0)));
  for (const cells of table)
    process.stdout.write(
      `${cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd()}\n`,
    );
}
