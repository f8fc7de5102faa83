import { redactCredentials } from "./redact-credentials.ts";

// Many requests arrive in one millisecond.
let last = { now: Number.NaN, prefix: "" };

function timePrefix(now: number): string {
  if (now !== last.now) {
    const milliseconds = now.toString(16).padStart(12, "0");
    last = { now, prefix: `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7` };
  }
  return last.prefix;
}

/** Returns a UUIDv7 (RFC 9562 §5.7): a random UUID with its first 48 bits and its version replaced. */
export function newRequestId(): string {
  return timePrefix(Date.now()) + crypto.randomUUID().slice("00000000-0000-4".length);
}

/**
 * Returns the client's request id, or a new one if it has other characters or contains a credential. A credential would
 * otherwise reach logs and other systems.
 */
export function acceptRequestId(header: string | null | undefined): string {
  const isUsable = header && /^[A-Za-z0-9._-]{1,128}$/.test(header) && redactCredentials(header) === header;
  return isUsable ? header : newRequestId();
}
