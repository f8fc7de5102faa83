import type { ApiContext } from "./context.ts";
import { redactCredentials } from "./redact-credentials.ts";
import { type RequestRecord, causeStack } from "./request-log.ts";

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
    ...(failure && status >= 500 && { error: causeStack(failure) }),
  };
}
