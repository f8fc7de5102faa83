import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ToolsError } from "@tools-api/core";
import { type ImageRecord, maxImageBytes } from "@tools-api/core/image";
import pLimit from "p-limit";
import type { z } from "zod";
import type { NamedConversion } from "./output-names.ts";
import { failureReason } from "./system-errors.ts";

export type FileRecord = z.input<typeof ImageRecord>;

/** The image that a file became, and its record. */
export type ConvertedFile = FileRecord & { image: Uint8Array };

/** A result of the conversion of one file, or why it has none. */
export type FileOutcome =
  { input: string; output: string; record: FileRecord } | { input: string; failure: string };

/** The options of {@link convertFiles}. */
export interface FileConversion {
  /** Converts the content of a file to a result for each suffix. */
  convert: (image: Uint8Array) => Promise<ConvertedFile[]>;
  /** The ends of the names of the results of a file. */
  suffixes: readonly string[];
  /** Returns the file extension of a result. */
  extension: (record: Pick<FileRecord, "format">) => string;
  /** True if the folders of results are created. */
  makesFolders: boolean;
  /** Number of concurrent files. */
  concurrency: number;
  /** Aborts the work. Unfinished files are missing in the outcomes. */
  signal: AbortSignal;
  /** Receives the outcome of each file as soon as it is known. */
  onOutcome: (outcome: FileOutcome) => void;
}

async function readImage(path: string, signal: AbortSignal): Promise<Uint8Array> {
  // A video of several gigabytes must be refused before it is read into memory.
  const { size } = await stat(path);
  if (size > maxImageBytes)
    throw new ToolsError(
      "payload_too_large",
      `image: expected at most ${maxImageBytes} bytes, received ${size}`,
    );
  return readFile(path, { signal });
}

/**
 * Writes a temporary file in the same folder and renames it. After an interruption, the path has either the old or the
 * new content.
 */
async function writeWhole(path: string, content: Uint8Array, signal: AbortSignal): Promise<void> {
  const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    await writeFile(partial, content, { signal, flag: "wx" });
    signal.throwIfAborted();
    await rename(partial, path);
  } catch (cause) {
    await rm(partial, { force: true });
    signal.throwIfAborted();
    throw new Error(`${path}: ${failureReason(cause)}`, { cause });
  }
}

/** Converts files concurrently. Returns their outcomes in order, one for each result. A failure of one file does not stop the others. */
export async function convertFiles(
  conversions: readonly NamedConversion[],
  { convert, suffixes, extension, makesFolders, concurrency, signal, onOutcome }: FileConversion,
): Promise<FileOutcome[]> {
  const limit = pLimit(concurrency);
  const convertOne = async ({ input, output }: NamedConversion): Promise<FileOutcome[]> => {
    const outcomes: FileOutcome[] = [];
    for (const [index, { image, ...record }] of (await convert(await readImage(input, signal))).entries()) {
      const path = output(extension(record), suffixes[index] ?? "");
      if (makesFolders) await mkdir(dirname(path), { recursive: true });
      await writeWhole(path, image, signal);
      outcomes.push({ input, output: path, record });
    }
    return outcomes;
  };
  const outcomes = await Promise.all(
    conversions.map((conversion) =>
      limit(async () => {
        if (signal.aborted) return [];
        const found = await convertOne(conversion).catch((error: unknown): FileOutcome[] => [
          { input: conversion.input, failure: failureReason(error) },
        ]);
        if (signal.aborted && found.some((outcome) => "failure" in outcome)) return [];
        for (const outcome of found) onOutcome(outcome);
        return found;
      }),
    ),
  );
  return outcomes.flat();
}
