import { uuidv7 } from "uuidv7";

/** The caller's request id where it is usable, else a new UUIDv7 (RFC 9562 §5.7). */
export function requestIdOf(header: string | null | undefined): string {
  return header && /^[A-Za-z0-9._-]{1,128}$/.test(header) ? header : uuidv7();
}
