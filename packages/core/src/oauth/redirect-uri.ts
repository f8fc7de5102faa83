// RFC 8252 §7.3 and §8.3: the literal addresses, and `localhost`, which native apps use although it is not recommended.
const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && loopbackHosts.has(hostname);
}

// What browsers and systems act on by themselves has no dot in its name, as `javascript` and `data`.
const privateUseScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/**
 * Why a client may not register a redirect URI, as what is said of "it"; `null` where it may: https, http on the
 * loopback interface, or a private-use scheme in the form of a domain name (RFC 8252 §7.1–§7.3); absolute and without a
 * fragment (RFC 6749 §3.1.2), and without user information or a wildcard, which some parsers take for something else
 * than others do.
 */
export function redirectUriFault(uri: string): string | null {
  if (uri.length > 2000) return "it has more than 2,000 characters";
  if (uri.includes("#")) return "it has a fragment (#)";
  if (uri.includes("*")) return "it has a *, but URIs are compared character by character";
  if (!/^[!-~]+$/.test(uri) || /[\\<>"]/.test(uri))
    return "it has characters that have to be percent-encoded";
  if (!URL.canParse(uri)) return "it is no absolute URI such as https://app.example/callback";
  const url = new URL(uri);
  if (url.username !== "" || url.password !== "") return "it has a user name or password before its host";
  if (privateUseScheme.test(url.protocol)) return null;
  if (url.protocol === "http:" && !isLoopback(url))
    return "http is for 127.0.0.1, [::1] and localhost alone; use https";
  if (url.protocol !== "https:" && !isLoopback(url))
    return "its scheme is neither https nor one in the form of a domain name, such as com.example.app";
  // As it is parsed, so that "https:example.com" and upper case cannot name a host other than the one shown.
  if (!uri.startsWith(`${url.protocol}//${url.hostname}`))
    return `it has to be spelled as it is read: ${url.href}`;
  return null;
}

/** Whether a client may register a redirect URI. */
export function isRegistrableRedirectUri(uri: string): boolean {
  return redirectUriFault(uri) === null;
}

/** A registrable URI on the loopback interface without its port; others are compared as they are. */
function portless(uri: string): string | null {
  if (!isRegistrableRedirectUri(uri)) return null;
  const url = new URL(uri);
  return isLoopback(url) ? uri.replace(/^http:\/\/[^/?]*/, `http://${url.hostname}`) : null;
}

/**
 * Whether a requested redirect URI is one that was registered: character by character (RFC 9700 §4.1.3), but for the
 * port of a loopback address, which a native app learns only when it runs (RFC 8252 §7.3).
 */
export function matchesRedirectUri(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  const wanted = portless(requested);
  return wanted !== null && registered.some((uri) => portless(uri) === wanted);
}

/**
 * Whether only the client itself can receive what is sent to a redirect URI: the owner of an https host. Any app on
 * a device can claim a private-use scheme or listen on the loopback interface (RFC 8252 §8.6).
 */
export function identifiesClient(redirectUri: string): boolean {
  return redirectUri.startsWith("https://");
}
