import type { RequestRecorder } from "@tools-api/core/request-log";
import type { RequestLog } from "./request-log.ts";

/**
 * Returns a log that also gives the requests of keys and tokens to a recorder. Requests with a session, which are those of
 * the dashboard, and requests without an account are left out.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { requestRecorder } from "@tools-api/core/request-log";
 * import { recordRequests } from "@tools-api/server";
 *
 * const requests = requestRecorder({ documents: memoryDocuments(), retentionMs: 3 * 86_400_000 });
 * const log = recordRequests(requests, (record) => console.log(record.request_id));
 * // createApi({ log, … }) and createAccountApp({ log, requestLogMs: 3 * 86_400_000, … })
 * await requests.flush();
 * ```
 */
export function recordRequests(
  recorder: RequestRecorder,
  log: RequestLog,
  now: () => number = Date.now,
): RequestLog {
  return (record, address) => {
    log(record, address);
    const { account, credential } = record;
    if (account === undefined || credential === undefined || credential.startsWith("sess_")) return;
    const request = {
      requestId: record.request_id,
      at: now(),
      credential,
      endpoint: `${record.method} ${record.route ?? "unknown"}`,
      status: record.status,
      code: record.code ?? null,
      ...(record.parameters && { parameters: record.parameters }),
      durationMs: record.duration_ms,
      bytesIn: record.bytes_in,
      bytesOut: record.bytes_out,
      isMcp: record.transport === "mcp",
    };
    recorder.record(account, request, address);
  };
}
