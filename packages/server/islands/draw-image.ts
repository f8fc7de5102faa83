import { element } from "./dom.ts";
import { compare } from "./image-compare.ts";
import { imageFacts, saving } from "./image-facts.ts";
import { formatSizes } from "./image-formats.ts";
import type { ImageRecord } from "./image-record.ts";
import { jsonDetails } from "./json-view.ts";
import { seconds, size } from "./playground-words.ts";
import type { Draw } from "./tool-answer.ts";

/** Returns a name for the result that differs from the name of the original in more than case. */
function resultName(name: string, format: string): string {
  const stem = name.replace(/\.[^.]*$/, "") || "image";
  const renamed = `${stem}.${format}`;
  return renamed.toLowerCase() === name.toLowerCase() ? `${stem}-converted.${format}` : renamed;
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
  const sizes = element("b", {}, `${size(original.bytes)} → ${size(record.bytes)}`);
  const words = `, ${saving(original.bytes, record.bytes)}, ${seconds(record.duration_ms)}`;
  const result = element(
    "section",
    { class: "card", "aria-label": "Result" },
    element("p", { class: "outcome" }, sizes, words),
    formatSizes(answer, record),
    figure,
    element("p", { class: "actions" }, download),
    ...imageFacts(record),
  );
  return [result, jsonDetails(json ?? "")];
};
