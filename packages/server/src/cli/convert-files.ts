import { randomUUID } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { maximumImageBytes, ToolsError } from "@tools-api/core";
import type { ConvertedImage } from "@tools-api/core/image";
import pLimit from "p-limit";
import type { NamedConversion } from "./output-names.ts";
import { reasonOf } from "./system-errors.ts";

/** How the conversion of one file ended. */
export type FileOutcome =
  | { input: string; output: string; record: Omit<ConvertedImage, "image"> }
  | { input: string; failure: string };

/** What {@link convertFiles} works with. */
export interface FileConversion {
  /** Converts what a file holds. */
  convert: (image: Uint8Array) => Promise<ConvertedImage>;
  /** The extension of a result. */
  extensionOf: (record: Pick<ConvertedImage, "format">) => string;
  /** Files at work at the same time. */
  concurrency: number;
  /** Ends the work; files that are not done are not in the outcomes. */
  signal: AbortSignal;
  /** Is told of every file as soon as it is done. */
  onOutcome: (outcome: FileOutcome) => void;
}

async function readImage(path: string, signal: AbortSignal): Promise<Uint8Array> {
  // A film of gigabytes is not to be read into memory to be told that it is too large.
  const { size } = await stat(path);
  if (size > maximumImageBytes)
    throw new ToolsError(
      "payload_too_large",
      `image: expected at most ${maximumImageBytes} bytes, received ${size}`,
    );
  return readFile(path, { signal });
}

/** Writes beside the file and renames, so that whatever ends the process leaves the old file or the new one. */
async function writeWhole(path: string, content: Uint8Array, signal: AbortSignal): Promise<void> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    await writeFile(partial, content, { signal, flag: "wx" });
    signal.throwIfAborted();
    await rename(partial, path);
  } catch (cause) {
    await rm(partial, { force: true });
    signal.throwIfAborted();
    throw new Error(`${path}: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Converts files, several at a time, and returns how each ended, in their order; what fails with one of them
 * stops no other.
 */
export async function convertFiles(
  conversions: readonly NamedConversion[],
  { convert, extensionOf, concurrency, signal, onOutcome }: FileConversion,
): Promise<FileOutcome[]> {
  const limit = pLimit(concurrency);
  const convertOne = async ({ input, output }: NamedConversion): Promise<FileOutcome> => {
    const { image, ...record } = await convert(await readImage(input, signal));
    const path = output(extensionOf(record));
    await writeWhole(path, image, signal);
    return { input, output: path, record };
  };
  const outcomes = await Promise.all(
    conversions.map((conversion) =>
      limit(async () => {
        if (signal.aborted) return null;
        const outcome = await convertOne(conversion).catch((error: unknown): FileOutcome => ({
          input: conversion.input,
          failure: reasonOf(error),
        }));
        if (signal.aborted && "failure" in outcome) return null;
        onOutcome(outcome);
        return outcome;
      }),
    ),
  );
  return outcomes.filter((outcome) => outcome !== null);
}
