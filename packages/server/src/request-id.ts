import { redactCredentials } from "./redact-credentials.ts";

/** A UUIDv7 (RFC 9562 §5.7): a random UUID, whose first 48 bits and version are replaced. */
export function newRequestId(): string {
  const milliseconds = Date.now().toString(16).padStart(12, "0");
  const random = crypto.randomUUID().slice("00000000-0000-4".length);
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7${random}`;
}

/**
 * Returns the request id of the client, or a new one if it has other characters or contains a credential, which would
 * otherwise reach logs and every system that is asked about the request.
 */
export function requestIdOf(header: string | null | undefined): string {
  const isUsable = header && /^[A-Za-z0-9._-]{1,128}$/.test(header) && redactCredentials(header) === header;
  return isUsable ? header : newRequestId();
}
