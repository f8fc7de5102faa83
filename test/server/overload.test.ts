import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { convertImage, createAccount, createApiKey, ToolsError } from "@tools-api/core";
import { type ApiDependencies, createApi, workQueue, type WorkQueueOptions } from "@tools-api/server";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { startApi } from "./api-server.ts";
import { expectContractHeaders, expectProblem } from "./contract.ts";
import { type Runtime, type ServerProcess, startServer } from "./server-process.ts";

const path = "/v1/tools/image-converter";
const sockets: Socket[] = [];
const servers: ServerProcess[] = [];

let picture: Uint8Array;
beforeAll(async () => {
  const gray = { width: 8, height: 8, channels: 3, background: "gray" } as const;
  picture = await sharp({ create: gray }).png().toBuffer();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.stop("SIGKILL")));
});

interface Client {
  url: string;
  key: string;
}

/** Sends the head of a request and as much of its body as is given, and leaves it at that. */
async function upload(
  { url, key }: Client,
  framing: string,
  body: string | Uint8Array = "",
  query = "format=webp",
): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.on("error", () => {});
  const head = [
    `POST ${path}?${query} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/octet-stream",
    framing,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  return socket;
}

/** What a server answers on a connection, once it has said all of it. */
function answerOn(socket: Socket): Promise<Response> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.once("close", () => reject(new Error(`The connection was closed after ${JSON.stringify(text)}`)));
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const [head = "", body] = text.split("\r\n\r\n");
      const [statusLine = "", ...lines] = head.split("\r\n");
      const headers = new Headers(
        lines.map((line): [string, string] => {
          const colon = line.indexOf(":");
          return [line.slice(0, colon), line.slice(colon + 1).trim()];
        }),
      );
      if (body === undefined || body.length < Number(headers.get("Content-Length"))) return;
      resolve(new Response(body, { status: Number(statusLine.split(" ")[1]), headers }));
    });
  });
}

function convert({ url, key }: Client): Promise<Response> {
  return fetch(`${url}${path}?format=webp`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "image/png" },
    body: Uint8Array.from(picture),
  });
}

/** Converts again and again until the answer has a status: what is sent on other connections arrives in its time. */
async function convertUntil(client: Client, status: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const response = await convert(client);
    await response.arrayBuffer();
    if (response.status === status) return;
    expect([200, 503]).toContain(response.status);
    expect(attempt).toBeLessThan(600);
    await sleep(50);
  }
}

const runtimes: Runtime[] = ["node", "deno"];

describe.each(runtimes)("the queue of images on %s", (runtime) => {
  async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
    const settings = { DATABASE_URL: "memory:", PLAN_FREE_DAILY_LIMIT: "100000", LOG_LEVEL: "silent" };
    const server = await startServer({ ...settings, ...environment }, runtime);
    servers.push(server);
    return server;
  }

  it("gives uploads that stand still places, but no worker, and takes the places back when they are gone", async () => {
    const server = await start();
    const places = 32;
    const begun = "Content-Length: 1000";
    const answers = [];
    for (let count = 0; count < places - 1; count++)
      answers.push(answerOn(await upload(server, begun, "some")));
    await sleep(300);
    expect((await convert(server)).status).toBe(200);

    // Two more than there are places, less the one for the conversion; nothing more of a body is ever sent.
    for (let count = 0; count < 2; count++) answers.push(answerOn(await upload(server, begun)));
    await expectProblem(await Promise.any(answers), 503, "overloaded");

    for (const socket of sockets.splice(0)) socket.destroy();
    await convertUntil(server, 200);
  });

  it("refuses a body that it cannot hold beside the others by its announced length", async () => {
    const server = await start({ IMAGE_QUEUE_MEMORY: "60" });
    const answers = [];
    for (let count = 0; count < 3; count++)
      answers.push(answerOn(await upload(server, "Content-Length: 26214400")));
    const { message } = await expectProblem(await Promise.any(answers), 503, "overloaded");
    expect(message).toContain("60 MB");
    // There are still places, and room for what is small.
    expect((await convert(server)).status).toBe(200);
  });

  it("counts an answer that nobody reads, and no longer when its reader is gone", async () => {
    const server = await start({ IMAGE_QUEUE_MEMORY: "36", IMAGE_TIMEOUT: "60" });
    const length = `Content-Length: ${picture.length}`;
    // 48 MB of pixels, of which the connection takes some.
    const unread = await upload(server, length, picture, "format=bmp&width=4000&height=4000&fit=fill");
    const begins = await new Promise((resolve) => unread.once("data", (chunk) => resolve(String(chunk))));
    unread.pause();
    expect(begins).toMatch(/^HTTP\/1\.1 200 /);
    await expectProblem(await convert(server), 503, "overloaded");
    unread.destroy();
    await convertUntil(server, 200);
  });
});

describe("a queue that is full of bytes", () => {
  /** An API in this process, without a server, and a call of it with an image. */
  async function openApi(overrides: Partial<ApiDependencies>) {
    const documents = memoryDocuments();
    const account = await createAccount(documents, { email: "c@example.com", plan: "free" }, Date.now());
    const { secret: key } = await createApiKey(documents, account.id, {}, Date.now());
    const authenticator = apiKeyAuthenticator({ documents });
    const api = createApi({ documents, usage: memoryUsage(), authenticator, ...overrides });
    return (body: BodyInit = Uint8Array.from(picture)) =>
      api.request(`${path}?format=png`, {
        method: "POST",
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "image/png", Accept: "image/png" },
        body,
        ...(body instanceof ReadableStream && { duplex: "half" }),
      });
  }

  it("ends an answer that is read too slowly, and takes its room back", async () => {
    const converted = await convertImage(picture, { format: "png" });
    const large = { ...converted, image: new Uint8Array(5_000_000) };
    const ask = await openApi({ convertImages: () => Promise.resolve(large), imageQueueBytes: 1_000_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const slow = (await ask()).body?.getReader();
      // Each piece has its own time.
      for (let piece = 0; piece < 3; piece++) {
        expect((await slow?.read())?.done).toBe(false);
        vi.advanceTimersByTime(50_000);
      }
      expect((await ask()).status).toBe(503);
      vi.advanceTimersByTime(20_000);
      await expect(slow?.read()).rejects.toThrow("not read");

      const complete = await ask();
      expect(complete.headers.get("Content-Length")).toBe("5000000");
      expect((await complete.arrayBuffer()).byteLength).toBe(5_000_000);
      expect((await ask()).status).toBe(200);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("refuses a body that comes too slowly, and takes its place back", async () => {
    const ask = await openApi({ queues: { image: workQueue({ places: 1 }) } });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      let cancelled = false;
      const slow = ask(
        new ReadableStream({
          async pull(controller) {
            controller.enqueue(picture.subarray(0, 1));
            await vi.advanceTimersByTimeAsync(25_000);
          },
          cancel() {
            cancelled = true;
          },
        }),
      );
      await expectProblem(await slow, 400, "invalid_request");
      expect(cancelled).toBe(true);
      expect((await ask()).status).toBe(200);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("refuses a body of unknown length in its midst, gives the call back, and takes smaller ones", async () => {
    const image = workQueue({ places: 8, bytes: 100_000 });
    const api = await startApi({ queues: { image } });
    const { key } = await api.customer();
    const client = { url: api.url, key };
    const chunk = `${(20_000).toString(16)}\r\n${" ".repeat(20_000)}\r\n`;
    const socket = await upload(client, "Transfer-Encoding: chunked", chunk.repeat(6));
    const refused = await answerOn(socket);
    expect(expectContractHeaders(refused).remaining).toBe(1000);
    await expectProblem(refused, 503, "overloaded");
    socket.destroy();
    expect((await convert(client)).status).toBe(200);
    await api.close();
  });
});

describe("a work queue", () => {
  function open(options: Partial<WorkQueueOptions> = {}) {
    let time = 0;
    const queue = workQueue({ places: 3, concurrency: 1, now: () => time, ...options });
    return {
      queue,
      pass(seconds: number) {
        time += seconds * 1000;
      },
      /** A job that ends when it is told so, some seconds later. */
      begin(signal?: AbortSignal) {
        let end: (seconds: number) => void = () => {};
        const ended = new Promise<void>((resolve) => {
          end = (seconds) => {
            time += seconds * 1000;
            resolve();
          };
        });
        const done = queue.run(() => ended, signal);
        return { done, end: (seconds: number) => (end(seconds), done) };
      },
      retryAfter(contentLength?: number): number | undefined {
        try {
          queue.enter(contentLength).leave();
        } catch (error) {
          if (error instanceof ToolsError && error.code === "overloaded") return error.retryAfter;
          throw error;
        }
        return undefined;
      },
    };
  }

  it("has room for so many requests and bytes, each counted once, and gives back what they had", () => {
    const { queue, retryAfter } = open({ bytes: 1000, largestBody: 600 });
    const first = queue.enter(400);
    // What arrives is what was announced.
    first.grow(300);
    first.grow(100);
    expect(retryAfter(600)).toBeUndefined();
    expect(retryAfter(601)).toBeUndefined();
    // More than an endpoint takes is for the endpoint to refuse: no queue would ever have room for it.
    expect(retryAfter(1_000_000)).toBeUndefined();
    const second = queue.enter(null);
    second.grow(600);
    expect(retryAfter(1)).toBe(1);
    expect(() => second.grow(1)).toThrow(expect.objectContaining({ code: "overloaded" }));
    first.leave();
    first.leave();
    expect(retryAfter(400)).toBeUndefined();
    expect(retryAfter(401)).toBe(1);
    // It takes no place, and is not thrown away for want of room.
    const sent = second.answer(700);
    second.leave();
    expect(retryAfter(300)).toBeUndefined();
    expect(retryAfter(301)).toBe(1);
    const three = [queue.enter(), queue.enter(), queue.enter()];
    expect(retryAfter()).toBe(1);
    const alsoSent = three[0]?.answer(5000);
    for (const place of three) place.leave();
    expect(retryAfter(0)).toBe(1);
    for (const end of [sent, sent, alsoSent]) end?.();
    expect(retryAfter(600)).toBeUndefined();
  });

  it("tells those whom it refuses to come back when the line is done, at the pace of the jobs of late", async () => {
    const { queue, begin, retryAfter, pass } = open();
    await begin().end(5);
    await begin().end(5);
    for (let count = 0; count < 3; count++) queue.enter();
    // No job waits, since long: places are taken by requests that are being sent.
    pass(3600);
    expect(retryAfter()).toBe(1);
    const jobs = [begin(), begin(), begin()];
    expect(retryAfter()).toBe(15);
    await jobs[0]?.end(5);
    expect(retryAfter()).toBe(10);
    // Of one that takes longer nobody knows when it is done: it is given as long again as it has worked.
    const longest = jobs[1]?.end(20);
    expect(retryAfter()).toBe(30);
    await longest;
  });

  it("does not begin a job that was given up in the line, and learns no pace from it", async () => {
    const { queue, begin, retryAfter } = open();
    await begin().end(5);
    const working = begin();
    const caller = new AbortController();
    let begun = false;
    const waiting = queue.run(async () => {
      begun = true;
    }, caller.signal);
    caller.abort(new Error("hung up"));
    await working.end(5);
    await expect(waiting).rejects.toThrow("hung up");
    expect(begun).toBe(false);
    for (let count = 0; count < 3; count++) queue.enter();
    const last = begin();
    expect(retryAfter()).toBe(5);
    await last.end(0);
  });
});
