import { redactCredentials } from "./redact-credentials.ts";

/** The log's members about a refused credential. */
export interface RefusedCredential {
  /** Why it was refused, such as `expired` or `unknown_issuer`. The response does not tell. */
  reason: string;
  // The unverified claims and key id of a token.
  iss?: string;
  aud?: string;
  kid?: string;
}

const maxLength = 200;
const maxTokenLength = 8192;

function readPart(part: string | undefined): Readonly<Record<string, unknown>> {
  try {
    // Members of a value that is no object are undefined.
    return Object(JSON.parse(Buffer.from(part ?? "", "base64url").toString()));
  } catch {
    return {};
  }
}

/** Returns a text of a token for the log, shortened; `undefined` for any other value. */
function shown(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.filter((item) => typeof item === "string").join(" ") : value;
  return typeof text === "string" ? redactCredentials(text.slice(0, maxLength).toWellFormed()) : undefined;
}

/**
 * Describes a refused credential for the log, never with the credential itself. The texts of a token are unverified.
 *
 * @param reason `undefined` if the credential is of no known kind.
 */
export function describeRefused(credential: string, reason: string | undefined): RefusedCredential {
  const parts = credential.length <= maxTokenLength ? credential.split(".") : [];
  const [{ kid }, { iss, aud }] = parts.length === 3 ? [readPart(parts[0]), readPart(parts[1])] : [{}, {}];
  const texts = Object.entries({ iss: shown(iss), aud: shown(aud), kid: shown(kid) });
  return {
    reason: reason ?? (iss === undefined ? "unknown" : "unknown_issuer"),
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
  };
}
