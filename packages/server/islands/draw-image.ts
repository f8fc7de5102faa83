import { card, element } from "./dom.ts";
import { compare } from "./image-compare.ts";
import { imageFacts, saving } from "./image-facts.ts";
import type { ImageRecord } from "./image-record.ts";
import { jsonDetails } from "./json-view.ts";
import { size } from "./playground-words.ts";
import type { Draw } from "./tool-answer.ts";

/** Returns a name for the result that differs from the name of the original in more than case. */
function resultName(name: string, format: string): string {
  const stem = name.replace(/\.[^.]*$/, "") || "image";
  const renamed = `${stem}.${format}`;
  return renamed.toLowerCase() === name.toLowerCase() ? `${stem}-converted.${format}` : renamed;
}

/** Draws a converted image over its original, with the facts of both. */
export const draw: Draw = async ({ file = new File([], "image"), json, body, urlFor }) => {
  // As /openapi.json describes it.
  const record = JSON.parse(json ?? "") as ImageRecord;
  const { original, format } = record;
  const after = urlFor(body ?? new Blob());
  const figure = await compare(
    { url: urlFor(file), label: `Original, ${original.format}`, format: original.format },
    { url: after, label: `Result, ${format}`, format },
  );
  const name = resultName(file.name, format);
  const download = element("a", { class: "button", href: after, download: name }, `Download ${format}`);
  const words = `${size(record.bytes)}, ${saving(original.bytes, record.bytes)}`;
  const result = card(
    "Result",
    element("p", { class: "actions" }, download, element("b", {}, words)),
    figure,
    ...imageFacts(record),
  );
  return [result, jsonDetails(json ?? "")];
};
