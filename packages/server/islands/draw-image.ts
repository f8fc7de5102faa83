import { element } from "./dom.ts";
import { compare } from "./image-compare.ts";
import { imageFacts, isDrawing, saving } from "./image-facts.ts";
import { formatSizes } from "./image-formats.ts";
import type { ImageRecord } from "./image-record.ts";
import { jsonDetails } from "./json-view.ts";
import { seconds, size } from "./playground-words.ts";
import type { Draw, Improve } from "./tool-answer.ts";

/** Returns a name for the result that differs from the name of the original in more than case. */
function resultName(name: string, format: string): string {
  const stem = name.replace(/\.[^.]*$/, "") || "image";
  const renamed = `${stem}.${format}`;
  return renamed.toLowerCase() === name.toLowerCase() ? `${stem}-converted.${format}` : renamed;
}

/** Fields that decide how many bytes the result has. A visitor who sets one gets what it says. */
const decisive: ReadonlySet<string> = new Set(
  "quality lossless effort target max_bytes max_bytes_resize width height fit dpr enlarge outputs sizes".split(
    " ",
  ),
);

/**
 * Keeps the result from being larger than its original, which is already compressed more than the default quality. Only
 * for WebP, which the playground opens with: another format has been chosen for other reasons.
 */
export const improve: Improve = (json, fields) => {
  // As /openapi.json describes it.
  const { format, bytes, original } = JSON.parse(json) as ImageRecord;
  const isChosen = fields["format"] !== "webp" || Object.keys(fields).some((name) => decisive.has(name));
  if (isChosen || format !== "webp" || isDrawing(original.format) || bytes <= original.bytes) return null;
  return { max_bytes: original.bytes, max_bytes_resize: false };
};

/** Renders the reason for a quality below the default. */
function improvement(replaced: string | null, { original, quality }: ImageRecord): HTMLElement[] {
  if (replaced === null) return [];
  const first = JSON.parse(replaced) as ImageRecord;
  const words =
    `The original is compressed strongly: at quality ${first.quality} the result would have ${size(first.bytes)}. ` +
    `A second call with max_bytes=${original.bytes} found the best quality that is no larger, ${quality}.`;
  return [element("p", { class: "muted small" }, words)];
}

/** Returns the change of the size in words. */
function outcome({ original, bytes, format, width, height }: ImageRecord): [sizes: string, words: string] {
  if (isDrawing(original.format))
    return [`${original.format.toUpperCase()} → ${size(bytes)}`, `${format} of ${width} × ${height} pixels`];
  return [`${size(original.bytes)} → ${size(bytes)}`, saving(original.bytes, bytes)];
}

/** Draws a converted image over its original, with the facts of both. */
export const draw: Draw = async (answer) => {
  const { file = new File([], "image"), json, body, urlFor } = answer;
  // As /openapi.json describes it.
  const record = JSON.parse(json ?? "") as ImageRecord;
  const { original, format } = record;
  const after = urlFor(body ?? new Blob());
  const figure = await compare(
    { url: after, label: `Result, ${format}`, format },
    { url: urlFor(file), label: `Original, ${original.format}`, format: original.format },
  );
  const name = resultName(file.name, format);
  const download = element("a", { class: "button", href: after, download: name }, `Download ${format}`);
  const [sizes, words] = outcome(record);
  const result = element(
    "section",
    { class: "card", "aria-label": "Result" },
    element("p", { class: "outcome" }, element("b", {}, sizes), `, ${words}, ${seconds(record.duration_ms)}`),
    ...improvement(answer.replaced, record),
    formatSizes(answer, record),
    figure,
    element("p", { class: "actions" }, download),
    ...imageFacts(record),
  );
  return [result, jsonDetails(json ?? "")];
};
