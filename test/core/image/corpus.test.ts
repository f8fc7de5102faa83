import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { magickCodec } from "@tools-api/adapters/image/magick";
import { pdfiumCodec } from "@tools-api/adapters/image/pdfium";
import { type ConvertedImage, convertImage } from "@tools-api/core/image";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  decodeWithSecond,
  decodeWithSharp,
  hasSecondDecoder,
  meanDifference,
  type SecondDecoding,
} from "../../second-decoder.ts";
import { sharedData } from "../../shared-data.ts";

const folder = sharedData("images", "valid");
const names = folder === null ? [] : readdirSync(folder).toSorted();
const pathOf = (name: string) => join(folder ?? "", name);
const codecs = [magickCodec(), pdfiumCodec()];
const run = promisify(execFile);

const targets = ["jpeg", "png", "webp", "avif"] as const;
type Target = (typeof targets)[number];

/** No side of a result is longer: what is tested is there at this size, and the whole corpus takes a minute. */
const side = 256;

/** The files that do not convert, and why. */
const unconverted: Readonly<Record<string, { to: readonly Target[]; code: string; reason: string }>> = {
  "cc-cmyk_layers.jxl": {
    to: targets,
    code: "invalid_image",
    reason: "the codec reads CMYK with layers as an image of 0 × 0",
  },
  "wes-1024-pages.gif": {
    to: ["webp"],
    code: "image_too_large",
    reason: "1,024 frames, of which a conversion keeps at most 256",
  },
};

/** Formats of which Debian's libvips makes a small picture in a tenth of the time that a full PNG takes. */
const thumbnails = new Set([".avif", ".avifs", ".heic", ".jxl"]);

async function thumbnail(path: string): Promise<SecondDecoding> {
  const temporary = await mkdtemp(join(tmpdir(), "corpus-"));
  try {
    const output = join(temporary, "thumbnail.png");
    await run("/usr/bin/vipsthumbnail", [path, "--size", `${side}x${side}>`, "-e", "srgb", "-o", output]);
    return await decodeWithSharp(await readFile(output));
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** What a second decoder makes of a file, at no more than the size of the results; `null` where none reads it. */
async function expectedPicture(name: string): Promise<SecondDecoding | null> {
  const path = pathOf(name);
  if (thumbnails.has(extname(name).toLowerCase())) return thumbnail(path);
  const picture = await decodeWithSecond(path);
  if (!picture) return null;
  const { width, height, channels, data } = picture;
  const small = await sharp(data, { raw: { width, height, channels } })
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
  return decodeWithSharp(small);
}

async function onWhite({ width, height, channels, data }: SecondDecoding): Promise<SecondDecoding> {
  const flat = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
  return decodeWithSharp(flat);
}

async function convertSmall(
  name: string,
  format: Target,
  expected: SecondDecoding | null,
): Promise<ConvertedImage> {
  const input = await readFile(pathOf(name));
  const size =
    expected === null || Math.max(expected.width, expected.height) >= side
      ? { width: side, height: side }
      : {};
  return convertImage(input, { format, ...size, effort: "fast", codecs });
}

describe.skipIf(folder === null || !hasSecondDecoder())("the shared corpus (needs TOOLS_API_DATA)", () => {
  it("looks as a second decoder shows it", { timeout: 600_000 }, async () => {
    const lines: string[] = [];
    for (const name of names) {
      const expected = await expectedPicture(name).catch((e) => {
        lines.push(`${name} SECOND ${String(e.stderr ?? e).slice(0, 200)}`);
        return null;
      });
      const line = [name, expected ? `${expected.width}x${expected.height}` : "null"];
      await Promise.all(
        targets.map(async (format) => {
          try {
            const result = await convertSmall(name, format, expected);
            const actual = await decodeWithSharp(result.image);
            const d = expected
              ? meanDifference(actual, format === "jpeg" ? await onWhite(expected) : expected)
              : -1;
            line.push(`${format} ${result.width}x${result.height} ${d.toFixed(2)} p${result.pages}`);
          } catch (e) {
            line.push(`${format} ERR ${e.code} ${e.message}`);
          }
        }),
      );
      lines.push(line.join(" | "));
    }
    (await import("node:fs")).writeFileSync("/tmp/f-corpus.txt", lines.join("\n"));
  });
});
