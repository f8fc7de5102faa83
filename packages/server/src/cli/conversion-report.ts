import process from "node:process";
import { SingleBar } from "cli-progress";
import type { FileOutcome } from "./convert-files.ts";
import { printable } from "./printable.ts";

/** A display of the progress. */
export interface Progress {
  advance(outcome: FileOutcome): void;
  stop(): void;
}

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function sizeChange(before: number, after: number): string {
  if (before === 0) return "";
  const percent = Math.round((Math.abs(before - after) / before) * 100);
  return after <= before ? `${percent} % saved` : `${percent} % more`;
}

function totals(outcomes: readonly FileOutcome[]): { converted: number; before: number; after: number } {
  const records = outcomes.flatMap((outcome) => ("record" in outcome ? [outcome.record] : []));
  // A file can have several results.
  const files = new Map(
    outcomes.flatMap((outcome) =>
      "record" in outcome ? [[outcome.input, outcome.record.original.bytes] as const] : [],
    ),
  );
  return {
    converted: records.length,
    before: [...files.values()].reduce((sum, bytes) => sum + bytes, 0),
    after: records.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function printLine(outcome: FileOutcome): void {
  if ("failure" in outcome) {
    process.stdout.write(`${printable(outcome.input)}: failed\n`);
    return;
  }
  const { output, record } = outcome;
  const { format, width, height, original, bytes, duration_ms } = record;
  process.stdout.write(
    `${printable(output)}: ${format}, ${width} × ${height}, ${original.bytes} → ${bytes} bytes in ${duration_ms} ms\n`,
  );
}

/** Shows a progress bar for several files on a terminal, and otherwise one line per file. */
export function showProgress(total: number): Progress {
  if (total < 2 || !process.stderr.isTTY) return { advance: printLine, stop() {} };
  const bar = new SingleBar({
    format: "{bar} {value} of {total} files, {change}, {eta_formatted} left",
    barCompleteChar: "█",
    barIncompleteChar: "░",
    hideCursor: true,
    stream: process.stderr,
  });
  bar.start(total, 0, { change: "0 % saved" });
  const done: FileOutcome[] = [];
  return {
    advance(outcome) {
      done.push(outcome);
      const { before, after } = totals(done);
      bar.increment(1, { change: sizeChange(before, after) || "0 % saved" });
    },
    stop: () => bar.stop(),
  };
}

/** Prints each warning once, with the number of files that it concerns. */
export function printWarnings(outcomes: readonly FileOutcome[]): void {
  const files = new Map<string, string[]>();
  for (const outcome of outcomes) {
    if (!("record" in outcome)) continue;
    for (const { code, message } of outcome.record.warnings) {
      const text = `${code}: ${message}`;
      files.set(text, [...(files.get(text) ?? []), outcome.input]);
    }
  }
  for (const [text, [first = "", ...others]] of files) {
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    process.stderr.write(outcomes.length === 1 ? `${text}\n` : `${printable(first)}${more}: ${text}\n`);
  }
}

/** Prints the totals of a conversion. */
export function printSummary(outcomes: readonly FileOutcome[], total: number, milliseconds: number): void {
  const { converted, before, after } = totals(outcomes);
  const sizes =
    converted === 0
      ? ""
      : `: ${formatBytes(before)} became ${formatBytes(after)} (${formatBytes(Math.abs(before - after))} ${after <= before ? "less" : "more"}), ${sizeChange(before, after)}`;
  process.stdout.write(
    `${converted} of ${total} files converted in ${(milliseconds / 1000).toFixed(1)} s${sizes}\n`,
  );
}

/** Prints the failed files with their reasons. */
export function printFailures(outcomes: readonly FileOutcome[]): void {
  for (const outcome of outcomes)
    if ("failure" in outcome)
      process.stderr.write(`tools-api: ${printable(`${outcome.input}: ${outcome.failure}`)}\n`);
}
