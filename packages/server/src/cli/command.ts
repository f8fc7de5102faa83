import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import process from "node:process";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { ToolsError } from "@tools-api/core/errors";
import type { DocumentStore } from "@tools-api/core";
import type { Stores } from "@tools-api/core/accounts";
import { type Config, readConfig } from "../runtime/config.ts";
import { defaultDatabaseUrl } from "../runtime/settings/table.ts";
import { changeReports } from "../mail/change-reports.ts";
import { openStores } from "../runtime/stores/open-stores.ts";
import {
  createsFile,
  isEmptyStore,
  sqlitePath,
  type StoreLocation,
  storeName,
} from "../runtime/stores/store-name.ts";
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

/** Whether the user lets the current command create the store of a server. `null`: the command never creates one. */
const creation = new AsyncLocalStorage<boolean | null>();

/**
 * Returns a command with the option `--create`.
 *
 * @param options.canCreate Whether the command can create a store. Default: true.
 */
export function withCreation(command: Command, { canCreate = true } = {}): Command {
  return async (words) => {
    const end = words.includes("--") ? words.indexOf("--") : words.length;
    const isOption = (word: string, index: number) => canCreate && word === "--create" && index < end;
    const others = words.filter((word, index) => !isOption(word, index));
    await creation.run(canCreate ? words.some(isOption) : null, () => command(others));
  };
}

/**
 * Checks that a command does not create the store of a server silently, in a folder that is not the server's.
 *
 * @throws ToolsError `invalid_parameter` without `DATABASE_URL`, a store in the current folder and `--create`.
 */
function requireStore(): void {
  const path = sqlitePath(defaultDatabaseUrl) ?? "";
  const isAsked = creation.getStore() ?? null;
  if (process.env["DATABASE_URL"] || existsSync(path) || isAsked === true) return;
  throw new ToolsError(
    "invalid_parameter",
    `There is no store at ${path}. Run the command in the folder of the server, or set the server's DATABASE_URL.` +
      (isAsked === false ? " To create a new store there, add --create." : ""),
  );
}

/** Writes a line for the user that is no result of a command. */
function note(line: string): void {
  process.stderr.write(`tools-api: ${line}\n`);
}

/**
 * Writes to standard error which stores a command opens. Returns a function that writes whether they are new, once they
 * are open.
 */
export function announceStores(location: StoreLocation): (documents?: DocumentStore) => Promise<void> {
  const name = storeName(location);
  note(`using the store ${name}`);
  const isCreated = createsFile(location);
  return async (documents) => {
    if (isCreated) note(`created the store ${name}`);
    else if (documents && location.databaseUrl !== "memory:" && (await isEmptyStore(documents)))
      note(`the store ${name} is new: it has no accounts. Check DATABASE_URL if you expected some.`);
  };
}

/**
 * Announces the stores of the environment like {@link announceStores}.
 *
 * @throws ToolsError `invalid_parameter` if the command would create them without `DATABASE_URL` and `--create`.
 */
export function announceOwnStores(config: Config): ReturnType<typeof announceStores> {
  requireStore();
  return announceStores(config);
}

/** Opens the stores of the environment, runs `job` with them and the settings, and closes the stores. */
export async function withStores<Result>(
  job: (stores: Stores, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const announceNew = announceOwnStores(config);
  const stores = await openStores(config);
  try {
    await announceNew(stores.documents);
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
