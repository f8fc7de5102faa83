const redacted = "[redacted]";

// Attack: a hostile text must not make the search take quadratic time. Each pattern starts at the start of a run of its
// characters, or at a fixed text that always matches, so the search is linear.
const patterns: readonly RegExp[] = [
  // API keys; client secrets, codes and refresh tokens.
  /tk_(?:live|test)_[0-9A-Za-z]+/g,
  /(?:tcs|toc|trt)_[0-9A-Za-z]{16,}/g,
  // JWS and JWE (RFC 7515 §7.1, RFC 7516 §7.1).
  /(?<![\w-])eyJ[\w-]+(?:\.[\w-]*)+/g,
  // Tokens of sessions and sign-in links: 43 base62 characters. UUIDs, hexadecimal digests and the server's ids have
  // other lengths.
  /(?<![0-9A-Za-z])[0-9A-Za-z]{43}(?![0-9A-Za-z])/g,
  /(?<=\b(?:bearer|basic|dpop) {1,4})[\w.~+/-]{20,}=*/gi,
  /(?<=[?&](?:(?:access_|refresh_|id_)?token|code|state|code_verifier|client_secret|api_key|password|ticket)=)[^&#\s"'<>]+/gi,
];

// No credential is shorter than "tk_live_" and a character.
const minCredentialLength = 9;

/** Returns a text of a client or an error with each credential replaced by `[redacted]`. */
export function redactCredentials(text: string): string {
  if (text.length < minCredentialLength) return text;
  return patterns.reduce((rest, pattern) => rest.replace(pattern, redacted), text);
}
