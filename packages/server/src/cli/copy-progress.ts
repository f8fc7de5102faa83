import process from "node:process";
import type { ArchiveReader, RecordKind } from "@tools-api/core/storage";
import type { CollectionSum, Progress } from "../archive/synchronize.ts";
import { printRows } from "./command.ts";

const words: Readonly<Record<RecordKind, string>> = {
  document: "documents",
  usage: "accounts' usage",
  "last-use": "last uses of credentials",
};

const barCells = 30;
const terminalEveryMs = 200;
const logEveryMs = 10_000;

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * barCells);
  return `[${"#".repeat(full)}${" ".repeat(barCells - full)}]`;
}

/**
 * Counts the records of a source, and returns a function that shows how many are done: a bar on a terminal, otherwise a
 * line every ten seconds. It writes to standard error.
 */
export async function showProgress(step: string, source: ArchiveReader): Promise<Progress> {
  const totals = new Map<RecordKind, number>();
  for (const kind of source.kinds) totals.set(kind, await source.count(kind));
  const { isTTY } = process.stderr;
  let nextAt = isTTY ? 0 : performance.now() + logEveryMs;
  return (kind, records) => {
    const total = Math.max(records, totals.get(kind) ?? 0);
    const now = performance.now();
    if (now < nextAt && (records < total || !isTTY)) return;
    nextAt = now + (isTTY ? terminalEveryMs : logEveryMs);
    const text = `${step} ${words[kind]}: ${records} of ${total}`;
    process.stderr.write(isTTY ? `\r\u001b[K${bar(records / total)} ${text}` : `${text}\n`);
  };
}

/** Ends the line of a progress bar. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}

/** Prints the collections with their numbers of records and digests. */
export function printCollections(collections: readonly CollectionSum[], json: boolean): void {
  printRows(
    collections.map((sum) => ({ ...sum })),
    ["collection", "records", "digest"],
    json,
  );
}
