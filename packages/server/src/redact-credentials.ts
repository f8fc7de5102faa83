const redacted = "[redacted]";

// Each pattern starts where a run of its characters starts, or at a fixed text that always matches, so that the search is
// linear in the length of a hostile text.
const patterns: readonly RegExp[] = [
  // API keys; client secrets, codes and refresh tokens.
  /tk_(?:live|test)_[0-9A-Za-z]+/g,
  /(?:tcs|toc|trt)_[0-9A-Za-z]{16,}/g,
  // JWS and JWE (RFC 7515 §7.1, RFC 7516 §7.1).
  /(?<![\w-])eyJ[\w-]+(?:\.[\w-]*)+/g,
  // Tokens of sessions and sign-in links: 43 characters of base62, unlike UUIDs, digests in hexadecimal and our ids.
  /(?<![0-9A-Za-z])[0-9A-Za-z]{43}(?![0-9A-Za-z])/g,
  /(?<=\b(?:bearer|basic|dpop) {1,4})[\w.~+/-]{20,}=*/gi,
  /(?<=[?&](?:(?:access_|refresh_|id_)?token|code|state|code_verifier|client_secret|api_key|password|ticket)=)[^&#\s"'<>]+/gi,
];

/** Returns a text of a client or an error with each credential in it replaced by `[redacted]`. */
export function redactCredentials(text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, redacted), text);
}
