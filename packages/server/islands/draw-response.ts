import { card, element, remark } from "./dom.ts";
import { jsonDetails, jsonView, textView } from "./json-view.ts";
import { number, size } from "./playground-words.ts";
import type { Draw } from "./tool-answer.ts";

async function picture(url: string, name: string): Promise<HTMLElement[]> {
  const image = element("img", { class: "picture", src: url, alt: name });
  try {
    await image.decode();
  } catch {
    return [remark("This browser cannot show the image. Download it to view it in another program.")];
  }
  return [image, remark(`${number(image.naturalWidth)} × ${number(image.naturalHeight)} pixels`)];
}

async function contents(body: Blob, url: string, name: string): Promise<HTMLElement[]> {
  if (body.type.startsWith("image/")) return picture(url, name);
  return body.type.startsWith("text/") ? textView(await body.text(), name) : [];
}

/** Draws a response by its media type: JSON, a text or an image, and anything else as a download. */
export const draw: Draw = async ({ json, body, name, urlFor }) => {
  if (body === null) {
    const result = card("Result", ...(json === null ? [] : jsonView(json)));
    result.classList.add("raw");
    return [result];
  }
  const url = urlFor(body);
  const link = element("a", { class: "button", href: url, download: name }, `Download ${name}`);
  const words = [size(body.size), body.type].filter((word) => word !== "").join(", ");
  const result = card(
    "Result",
    element("p", { class: "actions" }, link, element("b", {}, words)),
    ...(await contents(body, url, name)),
  );
  result.classList.add("raw");
  return [result, ...(json === null ? [] : [jsonDetails(json)])];
};
