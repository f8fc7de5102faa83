// RFC 8252 §7.3 and §8.3: the literal addresses, and `localhost`, which native apps use although the RFC advises
// against it.
const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && loopbackHosts.has(hostname);
}

/**
 * Schemes that browsers and systems handle themselves. Attack: a response would run as a script of this server's page, or
 * open a file. No app on a device can receive one.
 */
const handledSchemes: ReadonlySet<string> = new Set(
  "about blob chrome data file filesystem ftp intent javascript mailto sms tel vbscript view-source ws wss".split(
    " ",
  ),
);

/**
 * Returns why a client may not register a redirect URI, phrased about "it"; `null` if the client may. Allowed are
 * https, http on the loopback interface, and private-use schemes (RFC 8252 §7.1–§7.3). That RFC asks for schemes in the
 * form of a domain name, but the redirect URIs of editors have short ones, such as `cursor` and `vscode`. The URI must be
 * absolute and have no fragment (RFC 6749 §3.1.2). It must have no user information and no wildcard, because parsers
 * disagree on how to read those.
 *
 * @example
 * ```ts
 * import { redirectUriError } from "@tools-api/core/oauth";
 *
 * console.log(redirectUriError("https://reader.example/callback")); // null
 * console.log(redirectUriError("https://reader.example/#top")); // it has a fragment (#)
 * ```
 */
export function redirectUriError(uri: string): string | null {
  if (uri.length > 2000) return "it has more than 2,000 characters";
  if (uri.includes("#")) return "it has a fragment (#)";
  if (uri.includes("*")) return "it has a *, but URIs are compared character by character";
  if (!/^[!-~]+$/.test(uri) || /[\\<>"]/.test(uri)) return "it has characters that must be percent-encoded";
  if (!URL.canParse(uri)) return "it is not an absolute URI such as https://app.example/callback";
  const url = new URL(uri);
  if (url.username !== "" || url.password !== "") return "it has a user name or password before its host";
  const scheme = url.protocol.slice(0, -1);
  if (handledSchemes.has(scheme)) return `no app can receive a response at the scheme ${scheme}`;
  if (scheme === "http" && !isLoopback(url))
    return "http is allowed only for 127.0.0.1, [::1] and localhost; use https";
  if (scheme !== "http" && scheme !== "https") return null;
  // Compared with the parsed form, so "https:example.com" and upper case cannot name a host other than the one shown.
  if (!uri.startsWith(`${url.protocol}//${url.hostname}`))
    return `it must be in its normalized form: ${url.href}`;
  return null;
}

/** Returns a loopback URI without its port; `null` for any other URI, and for one that cannot be registered. */
function portless(uri: string): string | null {
  if (redirectUriError(uri) !== null) return null;
  const url = new URL(uri);
  return isLoopback(url) ? uri.replace(/^http:\/\/[^/?]*/, `http://${url.hostname}`) : null;
}

/**
 * Returns whether a requested redirect URI is registered. URIs are compared character by character (RFC 9700 §4.1.3).
 * The port of a loopback address is ignored, because a native app learns it only when it runs (RFC 8252 §7.3).
 *
 * @example
 * ```ts
 * import { matchesRedirectUri } from "@tools-api/core/oauth";
 *
 * console.log(matchesRedirectUri(["http://127.0.0.1/callback"], "http://127.0.0.1:8123/callback")); // true
 * ```
 */
export function matchesRedirectUri(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  const wanted = portless(requested);
  return wanted !== null && registered.some((uri) => portless(uri) === wanted);
}

/**
 * Returns whether only the client can receive a response at a redirect URI, which is true for https: its host has one
 * owner. Any app on a device can claim a private-use scheme or listen on the loopback interface (RFC 8252 §8.6).
 *
 * @example
 * ```ts
 * import { identifiesClient } from "@tools-api/core/oauth";
 *
 * console.log(identifiesClient("https://reader.example/callback"), identifiesClient("com.example.app:/")); // true false
 * ```
 */
export function identifiesClient(redirectUri: string): boolean {
  return redirectUri.startsWith("https://");
}
