/** The origins whose pages can call the API from a browser, or `*` for every origin. */
export type CorsOrigins = "*" | readonly string[];

/** A list of origins in an error message. */
export const originsExpected = "origins such as https://app.example.com";

/** Returns whether a text is an origin as browsers send it (RFC 6454 §6.2). `null` is none: any page can have it. */
function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(text)) return false;
  try {
    const { origin } = new URL(text);
    // Origins of browser extensions have schemes for which `URL` knows no origin.
    return origin === text || origin === "null";
  } catch {
    return false;
  }
}

/** Returns the first value that is not an origin, or `undefined` if all are. */
export function invalidOrigin(origins: readonly string[]): unknown {
  // Programs in plain JavaScript can pass any value.
  return Array.isArray(origins) ? origins.find((origin) => !isOrigin(String(origin))) : origins;
}
