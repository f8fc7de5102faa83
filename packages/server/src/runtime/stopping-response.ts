import { ToolsError } from "@tools-api/core";
import type { FailedAttempts } from "../http/failed-attempts.ts";
import { problemBody, problemKinds } from "../http/problem.ts";
import { rateLimitHeaders } from "../http/rate-limit.ts";
import { newRequestId } from "../http/request-id.ts";

/**
 * Returns the 503 for a server that stops: to checks of its readiness before its port closes, and on Deno to requests that
 * arrive while the bodies of others do.
 */
export function stoppingResponse({
  attempts,
  publicUrl,
}: {
  attempts: FailedAttempts;
  publicUrl: string;
}): Response {
  const requestId = newRequestId();
  const error = new ToolsError("overloaded", "The server is stopping. Send the request again.");
  return new Response(JSON.stringify(problemBody(error, { instance: "", requestId, publicUrl })), {
    status: problemKinds.overloaded.status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...rateLimitHeaders([attempts.rateLimit("")], Date.now(), false),
      "Retry-After": "1",
      Connection: "close",
    },
  });
}

/** Returns whether a request asks if the server is ready. */
export function isReadinessCheck({ url }: Request): boolean {
  return new URL(url).pathname === "/readyz";
}
