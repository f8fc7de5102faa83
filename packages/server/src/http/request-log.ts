import type { LostRefunds } from "@tools-api/core/usage";
import { redactCredentials } from "./redact-credentials.ts";
import type { RefusedCredential } from "./refused-credential.ts";

/** The log record of one request. It never contains a credential, a query string, a text or an image. */
export interface RequestRecord extends Partial<RefusedCredential> {
  level: "info" | "warn" | "error";
  request_id: string;
  method: string;
  /** The route instead of the path: a path outside the API's routes may contain anything. */
  route: string | null;
  status: number;
  code?: string;
  /** The names of the parameters at fault, as far as they look like names of parameters. */
  parameters?: string[];
  account?: string;
  credential?: string;
  duration_ms: number;
  bytes_in: number;
  bytes_out: number;
  /** Present if the call came through MCP. The method, the route and the status are those of the same call over HTTP. */
  transport?: "mcp";
  /** The host of the URL from which a file was fetched. */
  fetched_from?: string;
  bytes_fetched?: number;
  /** Why the file was not fetched. The response does not tell. */
  fetch_error?: string;
  /** The ids of the span of the request in OpenTelemetry, if telemetry is on. */
  trace_id?: string;
  span_id?: string;
  /** The stack of the cause, if the failure is on the server's side. */
  error?: string;
}

/** Receives request records, and a function that returns the client's address; empty if it is unknown. */
export type RequestLog = (record: RequestRecord, address: () => string) => void;

/** Returns the message and stack of an error's cause, without the credentials that a message may quote. */
export function causeStack(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return redactCredentials(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
}

/** The log record of calls that failed on the server's side and stay counted. */
export interface LostRefundsRecord {
  /** The number of calls by account. */
  units: Record<string, number>;
  /** The instants at which the first and the last of them were admitted, RFC 3339 in UTC. */
  from: string;
  to: string;
  error: string;
}

/** Returns the log record of units whose refund failed permanently. */
export function lostRefundsRecord({ calls, cause }: LostRefunds): LostRefundsRecord {
  const units = new Map<string, number>();
  for (const { account } of calls) units.set(account, (units.get(account) ?? 0) + 1);
  const instants = calls.map(({ at }) => at);
  return {
    units: Object.fromEntries(units),
    from: new Date(Math.min(...instants)).toISOString(),
    to: new Date(Math.max(...instants)).toISOString(),
    error: causeStack(cause),
  };
}
