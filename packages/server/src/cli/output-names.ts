import { readdir, stat } from "node:fs/promises";
import { dirname, extname, join, parse, resolve, sep } from "node:path";
import process from "node:process";
import { UsageError } from "./usage-error.ts";

/** A file to convert, and the names of its results. */
export interface NamedConversion {
  input: string;
  /** Returns the path of a result for its extension and the end of its name. */
  output: (extension: string, suffix: string) => string;
}

// On other platforms, two names that differ only in case are the same file.
const distinct = (path: string) => (process.platform === "linux" ? path : path.toLowerCase());

/** Returns an identity that is the same for every name of a file, or `null` if the file does not exist. */
async function fileIdentity(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found && `${found.dev}:${found.ino}`;
}

/** The extensions of the images that a folder is searched for. */
const extensions: ReadonlySet<string> = new Set(
  (
    "jpg jpeg jpe jfif png apng webp avif gif tif tiff svg svgz heic heif jxl bmp dib ico cur jp2 j2k psd qoi tga " +
    "pnm ppm pgm pbm pam pcx exr hdr dds sgi rgb pdf"
  ).split(" "),
);

/** Returns the images below a folder, relative to it, without hidden ones and those of `output`. */
async function imagesIn(folder: string, output: string): Promise<string[]> {
  const outputs = resolve(output) + sep;
  const names = await readdir(folder, { recursive: true });
  return names
    .filter(
      (name) =>
        extensions.has(extname(name).slice(1).toLowerCase()) &&
        !name.split(sep).some((step) => step.startsWith(".")) &&
        !resolve(folder, name).startsWith(outputs),
    )
    .toSorted();
}

/**
 * Returns the result names of all inputs: the same names in `folder`, with another extension. The images of an input
 * that is a folder keep their places below it.
 *
 * @throws UsageError if a folder has no images.
 */
export async function namesIn(folder: string, inputs: readonly string[]): Promise<NamedConversion[]> {
  const named = (input: string, place: string): NamedConversion => ({
    input,
    output: (extension, suffix) => join(folder, place, `${parse(input).name}${suffix}.${extension}`),
  });
  const conversions: NamedConversion[] = [];
  for (const input of inputs) {
    const found = await stat(input).catch(() => null);
    const images = found?.isDirectory() ? await imagesIn(input, folder) : null;
    if (images?.length === 0) throw new UsageError(`${input}: expected a folder with images, received none.`);
    if (images) conversions.push(...images.map((name) => named(join(input, name), dirname(name))));
    else conversions.push(named(input, ""));
  }
  return conversions;
}

/**
 * Checks, before any work, that no two results share a name and no result overwrites an input, for every possible
 * extension and suffix.
 *
 * @throws UsageError that names the files.
 */
export async function requireSafeNames(
  conversions: readonly NamedConversion[],
  { extensions, suffixes }: { extensions: readonly string[]; suffixes: readonly string[] },
): Promise<void> {
  const inputs = new Map<string, string>();
  for (const { input } of conversions) {
    const identity = await fileIdentity(input);
    if (identity !== null) inputs.set(identity, input);
  }
  const takenBy = new Map<string, string>();
  for (const { input, output } of conversions)
    for (const [extension, suffix] of extensions.flatMap((extension) =>
      suffixes.map((suffix) => [extension, suffix] as const),
    )) {
      const path = output(extension, suffix);
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
