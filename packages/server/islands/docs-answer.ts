import { element, facts } from "./dom.ts";

const maxStringLength = 400;
const maxTextLength = 30_000;

const shownHeaders = [
  "Content-Type",
  "RateLimit",
  "RateLimit-Policy",
  "X-RateLimit-Remaining",
  "Retry-After",
  "Allow",
  "X-Request-Id",
];

function cut(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)}… (${(text.length - longest).toLocaleString("en")} more characters)`;
}

/** Returns indented JSON with shortened strings, so that a base64 image does not fill the page. */
function pretty(json: string): string {
  return JSON.stringify(
    JSON.parse(json),
    (_, value: unknown) => (typeof value === "string" ? cut(value, maxStringLength) : value),
    2,
  );
}

async function bodyText(response: Response): Promise<string> {
  const type = response.headers.get("Content-Type") ?? "";
  if (!/json|^text\//.test(type)) {
    const { size } = await response.blob();
    return size === 0 ? "" : `${size.toLocaleString("en")} bytes of ${type}`;
  }
  const text = await response.text();
  return cut(type.includes("json") ? pretty(text) : text, maxTextLength);
}

/** Renders a response: its status, some headers, and the body. */
export async function answerElements(response: Response, milliseconds: number): Promise<HTMLElement[]> {
  const text = await bodyText(response);
  const badge = element("span", { class: response.ok ? "badge good" : "badge bad" }, String(response.status));
  const time = ` ${response.statusText} in ${Math.round(milliseconds).toLocaleString("en")} ms`;
  const headers = shownHeaders.flatMap((name): [string, string][] => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const attributes = { tabindex: "0", "aria-label": "Response body" };
  return [
    element("p", { role: "status" }, badge, time),
    facts(headers),
    element("pre", attributes, text === "" ? "No body" : text),
  ];
}

/** Renders a status before there is a response. */
export function statusElement(text: string): HTMLElement {
  return element("p", { role: "status" }, text);
}

/** Renders an error if there is no response to show. */
export function faultElement(...parts: (string | Node)[]): HTMLElement {
  return element("p", { class: "notice bad", role: "alert" }, ...parts);
}
