import { Agent, request as httpRequest } from "node:http";

/** An answer with the allowance from its headers. */
export interface Reply {
  status: number;
  limit: number;
  remaining: number;
  body: string;
}

/**
 * `refused`: no server listens, so nothing was sent. `broken`: the connection ended before the answer did.
 */
export type CallResult = Reply | "refused" | "broken";

/** Returns whether a call was answered. */
export function isReply(result: CallResult): result is Reply {
  return typeof result !== "string";
}

// A server closes a connection that was idle for 5 s. A new call may be on its way over it then.
const idleMs = 2000;
const agent = new Agent({ keepAlive: true, maxSockets: 1024, timeout: idleMs });

/** Calls an endpoint with a key. */
export function call(url: string, key: string, method: "GET" | "POST" = "GET"): Promise<CallResult> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${key}`, "Content-Length": "0" };
    const request = httpRequest(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", () => resolve("broken"));
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          limit: Number(response.headers["x-ratelimit-limit"]),
          remaining: Number(response.headers["x-ratelimit-remaining"]),
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? "refused" : "broken"),
    );
    request.end();
  });
}
