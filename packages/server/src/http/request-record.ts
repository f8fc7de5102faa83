import type { ToolsError } from "@tools-api/core";
import type { ApiVariables, CallContext } from "./call-context.ts";
import { redactCredentials } from "./redact-credentials.ts";
import { type RequestRecord, causeStack } from "./request-log.ts";

const maxHostLength = 255;
const maxErrorLength = 300;

function messageOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

/** Returns the members about a fetched file. Only the host of the URL: the rest may contain a credential. */
function fetchMembers({ url, bytes, error }: NonNullable<ApiVariables["fetched"]>): Partial<RequestRecord> {
  const host = /^https?:[/\\]*([^/\\?#]*@)?([^/\\?#]*)/i.exec(url)?.[2] ?? "";
  return {
    fetched_from: redactCredentials(host).slice(0, maxHostLength),
    bytes_fetched: bytes,
    ...(error instanceof Error && {
      fetch_error: redactCredentials(messageOf(error)).slice(0, maxErrorLength),
    }),
  };
}

// Clients choose the names of unknown members, which could be texts.
const parameterName = /^[a-z][a-z0-9_]{0,31}$/;
const maxParameters = 5;

/** Returns the names of the parameters at fault, which are the first segments of the pointers. */
function faultMembers(failure: ToolsError): Partial<RequestRecord> {
  const names = (failure.errors ?? []).map(({ pointer }) => pointer.split("/")[1] ?? "");
  const parameters = [...new Set(names)].filter((name) => parameterName.test(name)).slice(0, maxParameters);
  return parameters.length > 0 ? { parameters } : {};
}

/** Returns the record of an answered request. */
export function requestRecord(c: CallContext, status: number, durationMs: number): RequestRecord {
  const principal = c.get("principal");
  const session = c.get("session");
  const failure = c.get("failure");
  const fetched = c.get("fetched");
  return {
    level: status >= 500 ? "error" : status === 429 ? "warn" : "info",
    request_id: c.get("requestId") ?? "",
    // Deno accepts any token as a method.
    method: redactCredentials(c.req.method).slice(0, 32),
    route: c.get("route") ?? null,
    status,
    ...(failure && { code: failure.code, ...faultMembers(failure) }),
    ...c.get("refused"),
    ...(session && { account: session.account, credential: session.id }),
    ...(principal && { account: principal.account.id, credential: principal.credential.id }),
    duration_ms: Math.round(durationMs * 1000) / 1000,
    bytes_in: c.get("bytesIn"),
    bytes_out: c.get("bytesOut"),
    ...(fetched && fetchMembers(fetched)),
    ...(failure && status >= 500 && { error: causeStack(failure) }),
  };
}
