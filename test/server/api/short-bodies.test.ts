import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { createApi } from "@tools-api/server";
import { nodeListener } from "@tools-api/server/node";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withLongTexts } from "../tools.ts";

const path = "/v1/tools/text-analyzer";
const documents = memoryDocuments();
const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: apiKeyAuthenticator({ documents }),
  ...withLongTexts(0, ({ text }) => Promise.resolve({ text })),
});
const server = createServer(nodeListener(api.fetch));
let url: string;
let key: string;

beforeAll(async () => {
  const { id } = await createAccount(
    documents,
    { email: "a@example.com", plan: "enterprise" },
    { at: Date.now() },
  );
  ({ secret: key } = await createApiKey(documents, id, {}, { at: Date.now() }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Returns the status and the body of an answer, without what differs from request to request. */
async function answerOf(response: Response) {
  const { request_id: _, instance: __, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}

const inOnePiece = (body: Buffer<ArrayBuffer>) => ({
  method: "POST",
  headers: {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
  },
  body,
});

/** The same request with an unknown length. */
function inChunks(body: Buffer<ArrayBuffer>): RequestInit {
  const stream = new Blob([body]).stream();
  // The DOM types lack `duplex`, which a request with a stream needs.
  const { "Content-Length": _, ...headers } = inOnePiece(body).headers;
  return { method: "POST", headers, body: stream, duplex: "half" } as RequestInit;
}

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((text) => JSON.stringify({ text, language: "en" })),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => JSON.stringify({ text })),
  fc.constantFrom(
    '{"other":["a","b"]}',
    '{"text":"a',
    '{"text":"a"}}',
    "[]",
    "null",
    '{"text":"\\ud800","text":"b"}',
    '{"a\\\\":1}',
  ),
  fc.nat(40).map((levels) => `{"text":"a","x":${"[".repeat(levels)}${"]".repeat(levels)}}`),
  fc.integer({ min: 4990, max: 5010 }).map((count) => `{"text":[${Array(count).fill(0).join()}]}`),
);

describe("a body of at most 64 kB with a known length", () => {
  it("has the answer of the same body in chunks, on Node's stream and in a Request", async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.option(fc.nat(60)), async (text, broken) => {
        const body = Buffer.from(text);
        // A byte that is not UTF-8.
        if (broken !== null && broken < body.length) body[broken] = 0xff;
        const expected = await answerOf(await fetch(url + path, inChunks(body)));
        expect(await answerOf(await fetch(url + path, inOnePiece(body)))).toEqual(expected);
        expect(await answerOf(await api.fetch(new Request(url + path, inOnePiece(body))))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it("is complete however its bytes are split, and the connection carries the next request", async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const body = JSON.stringify({ text: "Zoë" });
    const bytes = Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
    for (const byte of [...bytes, ...bytes]) {
      socket.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => received.match(/"text":"Zoë"/g)?.length).toBe(2);
    socket.destroy();
  });

  describe("that does not arrive in 15 s", () => {
    const headers = () => ({
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": "20",
    });
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
    afterEach(() => void vi.useRealTimers());

    it("returns 400 and ends the connection on Node's stream", async () => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      let received = "";
      socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
      const fields = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${fields.join("")}\r\n{`);
      while (!received.includes("\r\n\r\n{")) {
        await vi.advanceTimersByTimeAsync(1000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(received).toMatch(/^HTTP\/1\.1 400 [\s\S]*Connection: close/i);
      socket.destroy();
    });

    it("returns 400 in a Request", async () => {
      const body = new ReadableStream({
        async pull() {
          await vi.advanceTimersByTimeAsync(16_000);
          return new Promise(() => {});
        },
      });
      const init = { method: "POST", headers: headers(), body, duplex: "half" } as RequestInit;
      const response = await api.fetch(new Request(url + path, init));
      expect(await answerOf(response)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    });
  });
});
