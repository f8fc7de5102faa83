import { stat } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import process from "node:process";
import { UsageError } from "./command.ts";

/** A file to convert, and what its result is to be called. */
export interface NamedConversion {
  input: string;
  /** The path of the result, by the extension that it gets. */
  output: (extension: string) => string;
}

// Elsewhere two names that differ in case alone are one file.
const distinct = (path: string) => (process.platform === "linux" ? path : path.toLowerCase());

/** What makes a file the same file under any name; `null` where there is none. */
async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.dev}:${found.ino}`;
}

/** Every input's name with another extension, in a folder. */
export function namesIn(folder: string, inputs: readonly string[]): NamedConversion[] {
  return inputs.map((input) => ({
    input,
    output: (extension) => join(folder, `${parse(input).name}.${extension}`),
  }));
}

/**
 * Requires that no two results share a name and that none has the name of an input, under every extension that
 * the results may get: the names are checked before any work is done.
 *
 * @throws UsageError that names the files.
 */
export async function requireSafeNames(
  conversions: readonly NamedConversion[],
  extensions: readonly string[],
): Promise<void> {
  const inputs = new Map<string, string>();
  for (const { input } of conversions) {
    const identity = await identityOf(input);
    if (identity !== null) inputs.set(identity, input);
  }
  const takenBy = new Map<string, string>();
  for (const { input, output } of conversions)
    for (const extension of extensions) {
      const path = output(extension);
      const key = distinct(resolve(path));
      const other = takenBy.get(key);
      if (other !== undefined) throw new UsageError(`${other} and ${input} would both become ${path}.`);
      takenBy.set(key, input);
      const overwritten = inputs.get((await identityOf(path)) ?? "");
      if (overwritten !== undefined)
        throw new UsageError(`${input} would become ${path}, which is the input ${overwritten}.`);
    }
}
