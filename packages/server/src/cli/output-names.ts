import { stat } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import process from "node:process";
import { UsageError } from "./usage-error.ts";

/** A file to convert, and the name of its result. */
export interface NamedConversion {
  input: string;
  /** Returns the path of the result for its extension. */
  output: (extension: string) => string;
}

// On other platforms, two names that differ only in case are the same file.
const distinct = (path: string) => (process.platform === "linux" ? path : path.toLowerCase());

/** Returns an identity that is the same for every name of a file, or `null` if the file does not exist. */
async function fileIdentity(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.dev}:${found.ino}`;
}

/** Returns the result names of all inputs: the same names in `folder`, with another extension. */
export function namesIn(folder: string, inputs: readonly string[]): NamedConversion[] {
  return inputs.map((input) => ({
    input,
    output: (extension) => join(folder, `${parse(input).name}.${extension}`),
  }));
}

/**
 * Checks, before any work, that no two results share a name and no result overwrites an input, for every possible
 * extension.
 *
 * @throws UsageError that names the files.
 */
export async function requireSafeNames(
  conversions: readonly NamedConversion[],
  extensions: readonly string[],
): Promise<void> {
  const inputs = new Map<string, string>();
  for (const { input } of conversions) {
    const identity = await fileIdentity(input);
    if (identity !== null) inputs.set(identity, input);
  }
  const takenBy = new Map<string, string>();
  for (const { input, output } of conversions)
    for (const extension of extensions) {
      const path = output(extension);
      const key = distinct(resolve(path));
      const other = takenBy.get(key);
      if (other !== undefined)
        throw new UsageError(
          `${other} and ${input} would both be written to ${path}. Convert them into different folders.`,
        );
      takenBy.set(key, input);
      const overwritten = inputs.get((await fileIdentity(path)) ?? "");
      if (overwritten !== undefined)
        throw new UsageError(
          `${input} would be written to ${path}, which is the input ${overwritten}. Choose another output.`,
        );
    }
}
