import { card, element, remark } from "./dom.ts";
import { jsonDetails, jsonView, textView } from "./json-view.ts";
import { number, size } from "./playground-words.ts";
import type { Draw, ToolAnswer } from "./tool-answer.ts";

/** Creates an image; `null` if this browser cannot show it. */
async function picture(url: string, name: string): Promise<HTMLImageElement | null> {
  const image = element("img", { class: "picture", src: url, alt: name });
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

async function contents(body: Blob, url: string, name: string): Promise<HTMLElement[]> {
  if (body.type.startsWith("image/")) {
    const image = await picture(url, name);
    return image
      ? [image, remark(`${number(image.naturalWidth)} × ${number(image.naturalHeight)} pixels`)]
      : [remark("This browser cannot show the image. Download it to view it in another program.")];
  }
  return body.type.startsWith("text/") ? textView(await body.text(), name) : [];
}

async function fileCard(body: Blob, { name, urlFor }: Pick<ToolAnswer, "name" | "urlFor">) {
  const url = urlFor(body);
  const link = element("a", { class: "button", href: url, download: name }, `Download ${name}`);
  const words = [size(body.size), body.type].filter((word) => word !== "").join(", ");
  return card(
    "Result",
    element("p", { class: "actions" }, link, element("b", {}, words)),
    ...(await contents(body, url, name)),
  );
}

/** Returns the image that a text is: the source of an SVG image, or a `data:` URI. `null` if it is none. */
function imageUrl(value: unknown, urlFor: ToolAnswer["urlFor"]): string | null {
  if (typeof value !== "string") return null;
  if (value.startsWith("data:image/")) return value;
  const isSvg = /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(value);
  return isSvg ? urlFor(new Blob([value], { type: "image/svg+xml" })) : null;
}

/** Creates a view of JSON, with the images among its members. */
async function jsonCards(json: string, urlFor: ToolAnswer["urlFor"]): Promise<HTMLElement[]> {
  // The response of every tool is an object.
  const members = Object.entries(JSON.parse(json) as Record<string, unknown>);
  const images = members.flatMap(([name, value]) => {
    const url = imageUrl(value, urlFor);
    return url === null ? [] : [picture(url, name)];
  });
  const shown = (await Promise.all(images)).filter((image) => image !== null);
  if (shown.length === 0) return [card("Result", ...jsonView(json))];
  return [card("Result", ...shown), jsonDetails(json)];
}

/** Draws a response by its media type: JSON, a text or an image, and anything else as a download. */
export const draw: Draw = async ({ json, body, name, urlFor }) => {
  const cards =
    body === null
      ? await jsonCards(json ?? "{}", urlFor)
      : [await fileCard(body, { name, urlFor }), ...(json === null ? [] : [jsonDetails(json)])];
  cards[0]?.classList.add("raw");
  return cards;
};
