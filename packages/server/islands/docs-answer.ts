const longestString = 400;
const longestText = 30_000;

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

/** JSON that is easy to read, in which an image in base64 does not fill the page. */
function pretty(json: string): string {
  return JSON.stringify(
    JSON.parse(json),
    (_, value: unknown) => (typeof value === "string" ? cut(value, longestString) : value),
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
  return cut(type.includes("json") ? pretty(text) : text, longestText);
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** An answer as it is shown: the status, what its headers say, and the body. */
export async function answerElements(response: Response, milliseconds: number): Promise<HTMLElement[]> {
  const text = await bodyText(response);
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const badge = element("span", String(response.status));
  badge.className = response.ok ? "badge good" : "badge bad";
  status.append(badge, ` ${response.statusText} in ${Math.round(milliseconds).toLocaleString("en")} ms`);
  const headers = document.createElement("dl");
  for (const name of shownHeaders) {
    const value = response.headers.get(name);
    if (value !== null) headers.append(element("dt", name), element("dd", value));
  }
  const body = element("pre", text === "" ? "No body" : text);
  body.tabIndex = 0;
  body.setAttribute("aria-label", "Body of the answer");
  return [status, headers, body];
}

/** What is said while there is no answer. */
export function statusElement(text: string): HTMLElement {
  const status = element("p", text);
  status.setAttribute("role", "status");
  return status;
}

/** What went wrong, where there is no answer to show. */
export function faultElement(...parts: (string | Node)[]): HTMLElement {
  const fault = document.createElement("p");
  fault.className = "notice bad";
  fault.setAttribute("role", "alert");
  fault.append(...parts);
  return fault;
}
