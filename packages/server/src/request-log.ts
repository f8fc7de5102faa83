import type { KeptUnits } from "@tools-api/core/usage";
import type { ApiContext } from "./context.ts";
import { redactCredentials } from "./redact-credentials.ts";

/** The log record of one request. It never contains a credential, a query string, a text or an image. */
export interface RequestRecord {
  level: "info" | "warn" | "error";
  request_id: string;
  method: string;
  /** The route instead of the path: a path outside the API's routes may contain anything. */
  route: string | null;
  status: number;
  code?: string;
  account?: string;
  credential?: string;
  duration_ms: number;
  bytes_in: number;
  bytes_out: number;
  /** The stack of the cause, if the failure is on the server's side. */
  error?: string;
}

/** Receives request records. */
export type RequestLog = (record: RequestRecord) => void;

/** Returns the message and stack of an error's cause, without the credentials that a message may quote. */
export function stackOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return redactCredentials(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
}

/** Returns the record of an answered request. */
export function requestRecord(c: ApiContext, durationMs: number): RequestRecord {
  const { status } = c.res;
  const principal = c.get("principal");
  const session = c.get("session");
  const failure = c.get("failure");
  return {
    level: status >= 500 ? "error" : status === 429 ? "warn" : "info",
    request_id: c.get("requestId") ?? "",
    // Deno accepts any token as a method.
    method: redactCredentials(c.req.method).slice(0, 32),
    route: c.get("route") ?? null,
    status,
    ...(failure && { code: failure.code }),
    ...(session && { account: session.account, credential: session.id }),
    ...(principal && { account: principal.account.id, credential: principal.credential.id }),
    duration_ms: Math.round(durationMs * 1000) / 1000,
    bytes_in: c.get("bytesIn"),
    bytes_out: c.get("bytesOut"),
    ...(failure && status >= 500 && { error: stackOf(failure) }),
  };
}

/** The log record of calls that failed on the server's side and stay counted. */
export interface KeptUnitsRecord {
  /** The number of calls by account. */
  units: Record<string, number>;
  /** The instants at which the first and the last of them were admitted, RFC 3339 in UTC. */
  from: string;
  to: string;
  error: string;
}

/** Returns the log record of units whose refund failed permanently. */
export function keptUnitsRecord({ calls, cause }: KeptUnits): KeptUnitsRecord {
  const units = new Map<string, number>();
  for (const { account } of calls) units.set(account, (units.get(account) ?? 0) + 1);
  const instants = calls.map(({ at }) => at);
  return {
    units: Object.fromEntries(units),
    from: new Date(Math.min(...instants)).toISOString(),
    to: new Date(Math.max(...instants)).toISOString(),
    error: stackOf(cause),
  };
}
