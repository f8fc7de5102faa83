import type { ImageRecord } from "@tools-api/core/image";
import type { Tool } from "@tools-api/core/tools";
import type { z } from "zod";
import { assetPath } from "../../ui/assets.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A file of an example that the page loads, with its result. */
interface SampleFile {
  /** The names of assets. */
  file: string;
  result: string;
  /** The record of the conversion to `result`. */
  record: z.output<typeof ImageRecord>;
  /** Bytes of the same file in the formats that people compare. */
  sizes: Readonly<Record<string, number>>;
}

/** A named request that the playground offers, without an option. */
export interface Sample {
  title: string;
  request: Fields;
  picture?: SampleFile;
}

interface Picture {
  stem: string;
  source: "jpeg" | "png";
  width: number;
  height: number;
  bytes: number;
  hasAlpha: boolean;
  durationMs: number;
  sizes: { webp: number; avif: number; jpeg: number; png: number };
}

/** Returns the example of a picture in `assets`, which is converted to WebP with the default settings. */
function pictureSample(title: string, picture: Picture): Sample {
  const { stem, source, width, height, bytes, hasAlpha, durationMs, sizes } = picture;
  return {
    title,
    request: { format: "webp" },
    picture: {
      file: `${stem}.${source === "jpeg" ? "jpg" : "png"}`,
      result: `${stem}.webp`,
      sizes,
      record: {
        format: "webp",
        content_type: "image/webp",
        width,
        height,
        pages: 1,
        bytes: sizes.webp,
        quality: 80,
        lossless: false,
        original: {
          format: source,
          content_type: `image/${source}`,
          width,
          height,
          pages: 1,
          bytes,
          orientation: 1,
          has_alpha: hasAlpha,
          bit_depth: 8,
          color_space: "srgb",
        },
        compression_ratio: Math.round((100 * bytes) / sizes.webp) / 100,
        duration_ms: durationMs,
        warnings: [],
      },
    },
  };
}

/**
 * The examples of the tools whose results the server draws, by the name of the drawing. The tests convert the pictures
 * again. The photo is from the image suite that Kodak released for unrestricted use; the other pictures are our own.
 */
const samples: Readonly<Record<string, readonly Sample[]>> = {
  text: [
    {
      title: "Restaurant review",
      request: {
        text: "We booked a table at the Harbor Grill in Boston for our anniversary. The view of the bay was stunning, and the seafood risotto was the best I have ever had. Sadly, the service was terrible: our waiter forgot the wine twice, and the bill was wrong.",
      },
    },
    {
      title: "Support mail",
      request: {
        text: "Hello, my name is Sarah Miller. I was charged twice for order 48213 on 12 March 2026, and no one answers my calls. This is really frustrating! Please refund $89.90 to my card 4111 1111 1111 1111. You can reach me at sarah.miller@example.com or +1 415 555 0132.",
      },
    },
    {
      title: "News",
      request: {
        text: "Solaris Motors will open a battery plant near Austin, Texas, next spring. Chief executive Ingrid Holm said on Tuesday that the company will invest $2.4 billion and hire 1,800 people. Analysts welcomed the plan, but local residents fear that the plant will strain the water supply.",
      },
    },
    {
      title: "Invoice",
      request: {
        text: "Invoice 1187 of 3 June 2026\nBill to: Jonas Weber, 12 Harbor Street, Portland, OR 97205\nConsulting, 14 hours at $120.00: $1,680.00\nTotal with tax by 30 June 2026: $1,814.40\nPay to IBAN DE89 3704 0044 0532 0130 00. Questions: billing@example.com",
      },
    },
  ],
  image: [
    pictureSample("Photo", {
      stem: "photo",
      source: "jpeg",
      width: 480,
      height: 320,
      bytes: 55_108,
      hasAlpha: false,
      durationMs: 49,
      sizes: { webp: 27_582, avif: 26_377, jpeg: 33_411, png: 241_292 },
    }),
    pictureSample("Screenshot", {
      stem: "screenshot",
      source: "png",
      width: 760,
      height: 480,
      bytes: 41_945,
      hasAlpha: false,
      durationMs: 34,
      sizes: { webp: 20_684, avif: 13_030, jpeg: 37_181, png: 43_977 },
    }),
    pictureSample("Logo", {
      stem: "logo",
      source: "png",
      width: 480,
      height: 480,
      bytes: 7_779,
      hasAlpha: true,
      durationMs: 44,
      sizes: { webp: 4_542, avif: 2_998, jpeg: 8_727, png: 9_411 },
    }),
  ],
};

/** Returns the named requests that the playground offers for a tool: those of its drawing, or its own examples. */
export function samplesFor({ playground = "", examples }: Tool): readonly [Sample, ...Sample[]] {
  const [first, ...others] = samples[playground] ?? [];
  if (first) return [first, ...others];
  const [one, ...more] = examples.map(({ title, request }, index) => ({
    title: title ?? `Example ${index + 1}`,
    request,
  }));
  return [one ?? { title: "Example 1", request: examples[0].request }, ...more];
}

/** The results of examples, so that each is computed once per process. */
const results = new WeakMap<Sample, Promise<unknown>>();

/** Returns the result of a text. It costs what one call costs, once per process; `null` for a tool that refuses it. */
function textResult({ request, run }: Tool, sample: Sample): Promise<unknown> {
  const known = results.get(sample);
  if (known) return known;
  const { success, data } = request.safeParse(sample.request);
  const context = { signal: new AbortController().signal, account: "", accept: [] };
  // The schema of the tool has accepted the request.
  const result = success ? Promise.resolve(run(data as never, context)).catch(() => null) : null;
  results.set(sample, Promise.resolve(result));
  return Promise.resolve(result);
}

/**
 * Returns the response to an example with the paths of its files, which the page shows when it opens; `null` if there is
 * none.
 */
export async function sampleAnswer(tool: Tool, sample: Sample, base: string): Promise<unknown> {
  const { picture } = sample;
  if (picture) return { json: picture.record, body: base + assetPath(picture.result), sizes: picture.sizes };
  if (tool.playground !== "text") return null;
  const json = await textResult(tool, sample);
  return json ? { json } : null;
}
