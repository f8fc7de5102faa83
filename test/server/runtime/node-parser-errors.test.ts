import { connect } from "node:net";
import { readConfig, type RunningServer, serveNode } from "@tools-api/server/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rateLimitOf } from "../contract.ts";

let server: RunningServer;

beforeAll(async () => {
  const settings = { PORT: "0", DATABASE_URL: "memory:", LOG_LEVEL: "silent", REQUEST_TIMEOUT: "1" };
  server = await serveNode(readConfig({ ...settings, PUBLIC_URL: "https://tools.example" }));
});
afterAll(() => server.close());

/** Sends bytes unchanged and reads until the server closes the connection. */
function exchange(bytes: string): Promise<{ status: number; headers: Headers; body: string }> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      const [status = "", ...lines] = head.split("\r\n");
      const fields = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
      resolve({ status: Number(status.split(" ")[1]), headers: new Headers(fields), body });
    });
  });
}

describe("the errors of Node's HTTP parser", () => {
  it.each([
    ["400 to what is not HTTP", 400, "nonsense\r\n\r\n"],
    ["400 to a control character in a header", 400, "GET /v1/x HTTP/1.1\r\nHost: a\r\nX: \u0001\r\n\r\n"],
    [
      "400 to two contradicting lengths",
      400,
      "POST /v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    ],
    ["400 to a request without a Host", 400, "GET /v1/user/profile HTTP/1.1\r\nConnection: close\r\n\r\n"],
    [
      "431 to header fields that are too large",
      431,
      `GET /v1/x HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
    ],
    ["408 to a request that does not arrive in time", 408, "POST /v1/x HTTP/1.1\r\nHost: a\r\n"],
  ])("have every header and a problem body: %s", async (_, status, bytes) => {
    const answer = await exchange(bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    expect(rateLimitOf(answer.headers)).toMatchObject({ policy: "unauthenticated", limit: 20, window: 60 });
    const problem: unknown = JSON.parse(answer.body);
    expect(problem).toMatchObject({
      status,
      code: "invalid_request",
      request_id: answer.headers.get("X-Request-Id"),
    });
  });

  it("do not affect other clients", async () => {
    await exchange("nonsense\r\n\r\n");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
