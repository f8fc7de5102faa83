import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { processPool } from "@tools-api/adapters/process-pool";
import type { ToolsError } from "@tools-api/core";
import { checkConversion, type Conversion, type ConvertedImage } from "@tools-api/core/image";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeWithSecond, hasSecondDecoder } from "../../engines/second-decoder.ts";
import { sharedData } from "../../shared-data.ts";
import { isWhole } from "../../whole.ts";

interface Outcome {
  file: string;
  bytes?: number;
  name?: string;
  code?: string;
  message?: string;
}

const refusals = new Set(["invalid_image", "image_too_large", "processing_limit", "payload_too_large"]);
const leaks = /vips|\/tmp|\/work|node_modules/i;
/** Messages of the SVG guard. Each limit of the guard names its attack. */
const svgRules =
  /^image: svg was recognized, but it (?:refers to|is not well-formed: a document type)|are circular$/;
/** Commands for ImageMagick, a web page, and a drawing on which Debian's libvips hangs. */
const notAsked = new Set(["mvg-delegate.mvg", "not-an-image-html.jpg", "vips-truncated.svgz"]);

/** Files that we reject as damaged although a second decoder shows something, and why. */
const shownBySecond: Readonly<Record<string, string>> = {
  "cc-zune-jpeg-002d9ad802dd93f3b420a67a.jpg": "cut off: what is missing would come out grey",
  "cc-zune-jpeg-254baf66c90a3600537e7d8a.jpg": "cut off: what is missing would come out grey",
  "pil-decompression_bomb.ico":
    "its bitmap declares 65,535 × 65,535 pixels, which ImageMagick 6 does not read",
  "sharp-truncated.jpg": "cut off: what is missing would come out grey",
  "vips-invalid_multiframe.gif":
    "frames after the first are damaged, and ImageMagick 6 shows their intact pixels",
};

/** WebP also decodes every frame. JPEG only decodes the first one. */
const formats = isWhole ? (["jpeg", "webp"] as const) : (["webp"] as const);

/** A drawing that takes both cores until its deadline, and the deadline that it gets here. */
const endless = { name: "svg-filter-bomb.svg", deadlineMs: 2_000 };

/** Converts the files of a folder in processes with the limits of each conversion. */
async function convertAll(folder: string): Promise<Outcome[]> {
  const pool = processPool<Conversion, ConvertedImage>({
    module: new URL("convert-worker.mjs", import.meta.url),
    size: 2,
    deadlineMs: 30_000,
    lanes: { wasm: 1 },
    // Children of a lower priority starve next to the other tests.
    priority: 0,
    stderr: "ignore",
  });
  const jobs = readdirSync(folder)
    .filter((name) => !name.endsWith(".md"))
    .flatMap((name) => formats.map((format) => ({ file: join(folder, name), format })));
  const outcomes: Outcome[] = [];
  const client = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { file, format } = job;
      const bytes = readFileSync(file);
      const outcome = await Promise.resolve()
        .then(() => checkConversion(bytes, { format }))
        .then((conversion) => {
          const isShortened = !isWhole && basename(file) === endless.name;
          const { deadlineMs } = isShortened ? endless : conversion.limits;
          return pool.run(conversion, { ...conversion.limits, deadlineMs });
        })
        .then(
          ({ bytes: size }) => ({ bytes: size }),
          ({ name, code, message }: ToolsError) => ({ name, code, message }),
        );
      outcomes.push({ file, ...outcome });
    }
  };
  await Promise.all([client(), client()]).finally(() => pool.close());
  return outcomes;
}

describe.each(["invalid", "bombs"])("every file of images/%s", (name) => {
  const folder = sharedData("images", name);
  let outcomes: Outcome[] = [];
  beforeAll(async () => {
    if (folder !== null) outcomes = await convertAll(folder);
  }, 600_000);

  it.skipIf(folder === null)(
    "converts every file or rejects it with a documented code, and never hangs (needs TOOLS_API_DATA)",
    () => {
      const unexpected = outcomes.filter(
        ({ bytes = 0, name: error, code = "", message = "" }) =>
          leaks.test(message) || (bytes === 0 && (error !== "ToolsError" || !refusals.has(code))),
      );
      expect(unexpected).toEqual([]);
    },
  );

  it.skipIf(folder === null || !hasSecondDecoder())(
    "rejects a file as damaged only if a second decoder rejects it too",
    async () => {
      const damaged = outcomes.filter(
        ({ file, code, message = "" }) =>
          code === "invalid_image" && !svgRules.test(message) && !notAsked.has(basename(file)),
      );
      const shown: string[] = [];
      const files = [...new Set(damaged.map(({ file }) => file))];
      const isChecked = (file: string, index: number) =>
        isWhole || index % 4 === 0 || basename(file) in shownBySecond;
      for (const file of files.filter(isChecked))
        // A program that computes for more than a minute also shows nothing.
        if (await decodeWithSecond(file).catch(() => null)) shown.push(basename(file));
      for (const file of shown)
        console.log(`refused, but not by the second decoder: ${file}: ${shownBySecond[file]}`);
      const inFolder = Object.keys(shownBySecond).filter((known) =>
        outcomes.some(({ file }) => basename(file) === known),
      );
      expect(shown.toSorted()).toEqual(inFolder.toSorted());
    },
  );
});
