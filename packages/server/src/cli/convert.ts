import { mkdir, stat } from "node:fs/promises";
import { extname, join, parse } from "node:path";
import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { ImageRequest } from "@tools-api/core/image";
import { validate } from "@tools-api/core/internal/schema";
import { configuredImageConverter } from "../runtime/configured-tools.ts";
import { readConfig } from "../runtime/config.ts";
import { toolProcesses } from "../runtime/tool-processes.ts";
import { type Command, parseArguments } from "./command.ts";
import { UsageError } from "./usage-error.ts";
import { printFailures, printSummary, printWarnings, showProgress } from "./conversion-report.ts";
import { parseJsonObject } from "../http/json-object.ts";
import { type ConvertedFile, convertFiles, type FileRecord } from "./convert-files.ts";
import { type NamedConversion, namesIn, requireSafeNames } from "./output-names.ts";
import { failureReason } from "./system-errors.ts";

const words = {
  format: { type: "string" },
  "out-dir": { type: "string" },
  quality: { type: "string" },
  target: { type: "string" },
  lossless: { type: "boolean" },
  effort: { type: "string" },
  "max-bytes": { type: "string" },
  "max-bytes-resize": { type: "boolean" },
  "no-max-bytes-resize": { type: "boolean" },
  background: { type: "string" },
  metadata: { type: "string" },
  "no-location": { type: "boolean" },
  "keep-metadata": { type: "boolean" },
  "keep-copyright": { type: "boolean" },
  "keep-hdr": { type: "boolean" },
  progressive: { type: "boolean" },
  chroma: { type: "string" },
  page: { type: "string" },
  pages: { type: "string" },
  "on-damage": { type: "string" },
  density: { type: "string" },
  width: { type: "string" },
  widths: { type: "string" },
  height: { type: "string" },
  fit: { type: "string" },
  sizes: { type: "string" },
  enlarge: { type: "boolean" },
  dpr: { type: "string" },
  position: { type: "string" },
  flip: { type: "boolean" },
  flop: { type: "boolean" },
  rotate: { type: "string" },
  trim: { type: "boolean" },
  crop: { type: "string" },
  blur: { type: "string" },
  sharpen: { type: "string" },
  grayscale: { type: "boolean" },
} as const;

const numbers = new Set(
  "quality target max-bytes page density width height dpr rotate blur sharpen".split(" "),
);

/** Options that are not the name of a field. */
const notFields = ["out-dir", "pages", "widths", "keep-copyright", "no-max-bytes-resize"];

/** The formats that `auto` can choose. */
const automatic = ["avif", "webp", "jpeg", "png"];

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Converts the options of the command to the fields of a request. */
function requestFields(
  values: Readonly<Record<string, string | boolean | undefined>>,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || notFields.includes(name)) continue;
    const isNumber = numbers.has(name) && typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value);
    fields[name.replaceAll("-", "_")] = isNumber ? Number(value) : value;
  }
  if (values["keep-copyright"] === true) fields["keep_metadata"] ??= "copyright";
  if (values["no-max-bytes-resize"] === true) fields["max_bytes_resize"] = false;
  return fields;
}

/** Returns the widths of `--widths`; `[undefined]` without it. */
function readWidths(text: string | undefined): (number | undefined)[] {
  if (text === undefined) return [undefined];
  const widths = text.split(",").map(Number);
  if (new Set(widths).size < widths.length || widths.some((width) => !(width > 0)))
    throw new UsageError(`--widths: expected different widths such as 320,640,1280, received "${text}".`);
  return widths;
}

/** Returns the pages of `--pages`; `[undefined]` without it. */
function readPages(text: string | undefined): (number | undefined)[] {
  if (text === undefined) return [undefined];
  const pages = text.split(",").flatMap((range) => {
    const [, first = NaN, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(range)?.map(Number) ?? [];
    const count = (Number.isNaN(last) ? first : last) - first + 1;
    return count > 0 ? Array.from({ length: count }, (_, index) => first + index) : [NaN];
  });
  if (new Set(pages).size < pages.length || pages.some(Number.isNaN))
    throw new UsageError(`--pages: expected different pages such as 0-3 or 0,2,5, received "${text}".`);
  return pages;
}

/** A result of a file, and the end of its name. */
interface NamedOutput {
  fields: { page?: number; width?: number };
  suffix: string;
}

/** Returns the results of each file by `--pages` and `--widths`. */
function readOutputs({ pages, widths }: { pages?: string; widths?: string }): NamedOutput[] {
  return readPages(pages).flatMap((page) =>
    readWidths(widths).map((width) => ({
      fields: { ...(page !== undefined && { page }), ...(width !== undefined && { width }) },
      suffix: `${page === undefined ? "" : `-p${page}`}${width === undefined ? "" : `-${width}`}`,
    })),
  );
}

/** Returns the results of a conversion. A process has encoded a list of several. */
function readConverted(result: unknown): ConvertedFile[] {
  if (!(result instanceof Uint8Array)) return [result as ConvertedFile];
  const { outputs } = parseJsonObject(result) as { outputs: (FileRecord & { image: string })[] };
  return outputs.map((output) => ({ ...output, image: Buffer.from(output.image, "base64") }));
}

/** Parses `IN OUT`. The extension of OUT is the format, unless `--format` is given. */
async function nameOne(
  positionals: readonly string[],
  format: string | undefined,
): Promise<{ conversions: NamedConversion[]; format: string }> {
  const [input = "", output = "", ...others] = positionals;
  if (output === "" || others.length > 0)
    throw new UsageError(
      `Expected IN and OUT, or files and --out-dir, received ${positionals.length} arguments.`,
    );
  // A pattern such as *.jpg that matches two files must not overwrite the second with the first.
  if (format !== undefined && (await stat(output).catch(() => null)))
    throw new UsageError(
      `OUT: ${output} already exists. Choose another name or, for several files, a folder with --out-dir.`,
    );
  if ((await stat(input).catch(() => null))?.isDirectory())
    throw new UsageError(`IN: ${input} is a folder. Convert its images with --format and --out-dir.`);
  const extension = extname(output).slice(1).toLowerCase();
  if (format === undefined && extension === "")
    throw new UsageError(`OUT: expected a name with an extension, received "${output}".`);
  const { dir, name, ext } = parse(output);
  const conversion = { input, output: (_: string, suffix: string) => join(dir, `${name}${suffix}${ext}`) };
  return { conversions: [conversion], format: format ?? extension };
}

async function nameMany(
  inputs: readonly string[],
  folder: string,
  format: string | undefined,
): Promise<{ conversions: NamedConversion[]; format: string }> {
  if (format === undefined) throw new UsageError("--format is missing.");
  if (inputs.length === 0) throw new UsageError("Expected files or folders to convert, received none.");
  return { conversions: await namesIn(folder, inputs), format };
}

/** Runs `tools-api convert`. */
export const convert: Command = async (typed) => {
  const started = performance.now();
  const { values, positionals } = parseArguments(typed, words, { minimum: 0, maximum: Infinity });
  const folder = values["out-dir"];
  const { conversions, format: named } =
    folder === undefined
      ? await nameOne(positionals, values.format)
      : await nameMany(positionals, folder, values.format);
  const outputs = readOutputs(values);
  const isList = values.pages !== undefined || values.widths !== undefined;
  const fields = validate(ImageRequest, {
    ...requestFields(values),
    format: named,
    ...(isList && { outputs: outputs.map((output) => output.fields) }),
  });
  const { format = "auto" } = fields;
  const suffixes = outputs.map(({ suffix }) => suffix);
  await requireSafeNames(conversions, { extensions: format === "auto" ? automatic : [format], suffixes });
  if (folder !== undefined)
    await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
      throw new ToolsError("invalid_parameter", `--out-dir: ${folder}: ${failureReason(cause)}`, { cause });
    });

  const config = readConfig(process.env);
  // No calls of others wait for a codec.
  const tool = configuredImageConverter(config, { lanes: { wasm: config.imageWorkers } });
  const processes = toolProcesses({ priority: 0 });
  const interruption = new AbortController();
  const { signal } = interruption;
  let exitCode = 0;
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => {
      exitCode = exitCodes[name];
      interruption.abort();
    });
  const total = conversions.length * suffixes.length;
  const progress = showProgress(total);
  const outcomes = await convertFiles(conversions, {
    convert: async (bytes) => {
      const request = { ...fields, image: { bytes, mediaType: "", name: null } };
      const context = { signal, accept: [], account: "", caller: undefined };
      return readConverted(await processes.run(tool, request, context));
    },
    suffixes,
    extension: (record) => (format === "auto" ? record.format : format),
    makesFolders: folder !== undefined,
    // Reads the next file while every process is busy.
    concurrency: config.imageWorkers + 1,
    signal,
    onOutcome: progress.advance,
  }).finally(async () => {
    progress.stop();
    await processes.close();
  });

  printWarnings(outcomes);
  if (folder !== undefined) printSummary(outcomes, total, performance.now() - started);
  printFailures(outcomes);
  if (outcomes.some((outcome) => "failure" in outcome)) exitCode ||= 1;
  process.exitCode = exitCode;
};
