// RFC 8252 §7.3 and §8.3: the literal addresses, and `localhost`, which native apps use although it is not recommended.
const loopbackHosts = new Set(["127.0.0.1", "[::1]", "localhost"]);

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && loopbackHosts.has(hostname);
}

// What browsers and systems act on by themselves has no dot in its name, as `javascript` and `data`.
const privateUseScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/**
 * Whether a client may register a redirect URI: https, http on the loopback interface, or a private-use scheme in
 * the form of a domain name (RFC 8252 §7.1–§7.3); absolute and without a fragment (RFC 6749 §3.1.2), and without
 * user information or a wildcard, which some parsers take for something else than others do.
 */
export function isRegistrableRedirectUri(uri: string): boolean {
  if (uri.length > 2000 || !/^[!-~]+$/.test(uri) || /[#*\\<>"]/.test(uri) || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  if (url.username !== "" || url.password !== "") return false;
  if (privateUseScheme.test(url.protocol)) return true;
  // As it is parsed, so that "https:example.com" and upper case cannot name a host other than the one shown.
  return (url.protocol === "https:" || isLoopback(url)) && uri.startsWith(`${url.protocol}//${url.hostname}`);
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
