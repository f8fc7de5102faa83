import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { ToolsError } from "@tools-api/core";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { type ApiDependencies, createApi, workQueue, type WorkQueueOptions } from "@tools-api/server";
import type { Caller } from "@tools-api/core/internal";
import * as fc from "fast-check";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { startApi } from "../api-server.ts";
import { expectContractHeaders, expectProblem } from "../contract.ts";
import { runCommand } from "../command.ts";
import { type ServerProcess, startServer, temporaryFolder } from "../server-process.ts";
import { withImages } from "../tools.ts";

const path = "/v1/tools/image-converter";
const sockets: Socket[] = [];

let picture: Uint8Array;
beforeAll(async () => {
  const gray = { width: 8, height: 8, channels: 3, background: "gray" } as const;
  picture = await sharp({ create: gray }).png().toBuffer();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Client {
  url: string;
  key: string;
}

/** Sends the head of a request and the given bytes of its body, and then nothing. */
async function upload(
  { url, key }: Client,
  framing: string,
  body: string | Uint8Array = "",
): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  socket.on("error", () => {});
  const head = [
    `POST ${path}?format=webp HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/octet-stream",
    framing,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body);
  return socket;
}

/** Returns the complete response of a server on a connection. */
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

describe.each(testedRuntimes)("the queue of images on %s", (runtime) => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  let other: Client;
  beforeAll(async () => {
    const settings = { DATABASE_URL: `sqlite:${folder.path}/tools.db`, LOG_LEVEL: "silent" };
    server = await startServer(settings, runtime);
    const made = await runCommand(["keys", "create", "--email", "ada@example.com", "--json"], settings);
    // The shape is that of the command's --json.
    other = { url: server.url, key: (JSON.parse(made) as { key: string }).key };
  });
  afterAll(async () => {
    await server.stop("SIGKILL");
    folder.remove();
  });

  it("serves another account while one account has many large or stalled uploads, and ends those uploads", async () => {
    const answers = [];
    for (let count = 0; count < 8; count++)
      answers.push(answerOn(await upload(server, "Content-Length: 26214400")));
    for (let count = 0; count < 60; count++)
      answers.push(answerOn(await upload(server, "Content-Length: 400", "some")));
    let refused = 0;
    const statuses = Promise.all(
      answers.map(async (answer) => {
        const { status, headers } = await answer;
        if (status === 503) refused += 1;
        return `${status} ${headers.get("Connection")}`;
      }),
    );
    // The account has all of its slots.
    await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(0);
    for (let count = 0; count < 10; count++) expect((await convert(other)).status).toBe(200);
    const ended = await statuses;
    expect(ended.filter((status) => status !== "400 close" && !status.startsWith("503"))).toEqual([]);
    expect(ended.filter((status) => status === "400 close").length).toBeGreaterThanOrEqual(32);
    expect((await convert(server)).status).toBe(200);
  });
});

describe("a queue that is full of bytes", () => {
  /** Starts an API in this process without a server, and a call with an image. */
  async function openApi(overrides: Partial<ApiDependencies>) {
    const documents = memoryDocuments();
    const account = await createAccount(
      documents,
      { email: "c@example.com", plan: "free" },
      { at: Date.now() },
    );
    const { secret: key } = await createApiKey(documents, account.id, {}, { at: Date.now() });
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

  it("ends a response that is read too slowly, and releases its bytes", async () => {
    const large = { image: new Uint8Array(5_000_000), content_type: "image/png" };
    const ask = await openApi(withImages(() => large, { queueBytes: 1_000_000 }));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const slow = (await ask()).body?.getReader();
      // Each megabyte has its own time limit.
      for (let megabyte = 0; megabyte < 3; megabyte++) {
        for (let read = 0; read < 1_048_576;) read += (await slow?.read())?.value?.byteLength ?? Infinity;
        vi.advanceTimersByTime(50_000);
      }
      expect((await ask()).status).toBe(503);
      vi.advanceTimersByTime(20_000);
      await expect(slow?.read()).rejects.toThrow("not read");

      const complete = await ask();
      expect(complete.headers.get("Content-Length")).toBe("5000000");
      expect((await complete.arrayBuffer()).byteLength).toBe(5_000_000);
      const last = await ask();
      expect(last.status).toBe(200);
      expect((await ask()).status).toBe(503);
      await last.body?.cancel();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("rejects a body that arrives too slowly, and releases its slot", async () => {
    const ask = await openApi({ queues: { "image-converter": workQueue({ slots: 1 }) } });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      let cancelled = false;
      let pulls = 0;
      const slow = ask(
        new ReadableStream({
          async pull(controller) {
            pulls += 1;
            if (pulls > 20) controller.close();
            else controller.enqueue(picture.subarray(0, 1));
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

  it("rejects a body of unknown length while it arrives, refunds the call, and accepts smaller ones", async () => {
    const image = workQueue({ slots: 8, bytes: 100_000 });
    const api = await startApi({ queues: { "image-converter": image } });
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
  const ada: Caller = { account: "ada", address: "192.0.2.1" };
  const eve: Caller = { account: "eve", address: "192.0.2.66" };

  function open(options: Partial<WorkQueueOptions> = {}) {
    let time = 0;
    const queue = workQueue({ slots: 3, concurrency: 1, now: () => time, ...options });
    const enter = (caller?: Caller, contentLength?: number) =>
      queue.enter({ caller, contentLength: contentLength ?? null });
    return {
      queue,
      enter,
      pass(seconds: number) {
        time += seconds * 1000;
      },
      /** Returns the retry delay in seconds of a rejected request, or `undefined` if it is accepted. */
      retryAfter(caller?: Caller, contentLength?: number): number | undefined {
        try {
          enter(caller, contentLength).leave();
        } catch (error) {
          if (error instanceof ToolsError && error.code === "overloaded") return error.retryAfter;
          throw error;
        }
        return undefined;
      },
      /** Takes slots until one is rejected, and returns their number. */
      takeAll(caller: Caller): number {
        for (let count = 0; ; count++)
          try {
            enter(caller);
          } catch {
            return count;
          }
      },
    };
  }

  it("counts bytes as they arrive, rejects a declared length without reserving it, and releases all bytes", () => {
    const { queue, enter, retryAfter } = open({ bytes: 1000, largestBody: 600 });
    const first = enter(undefined, 600);
    const second = enter(undefined, 600);
    expect(queue.load().bytes).toBe(0);
    first.grow(300);
    first.grow(100);
    expect(retryAfter(undefined, 600)).toBeUndefined();
    second.grow(1);
    expect(retryAfter(undefined, 600)).toBe(1);
    expect(retryAfter(undefined, 599)).toBeUndefined();
    second.grow(599);
    expect(() => second.grow(1)).toThrow(expect.objectContaining({ code: "overloaded" }));
    // The endpoint rejects more than its maximum, because no queue would ever have room for it.
    first.leave();
    first.leave();
    second.leave();
    expect(retryAfter(undefined, 1_000_000)).toBeUndefined();
    const third = enter();
    const sent = third.answer(700);
    third.leave();
    expect(queue.load()).toMatchObject({ slots: 0, bytes: 700 });
    sent();
    sent();
    expect(queue.load()).toMatchObject({ slots: 0, bytes: 0 });
  });

  it("leaves slots for others, whatever an account or an address requests", () => {
    const { takeAll } = open({ slots: 64 });
    expect(takeAll(eve)).toBe(32);
    const neighbors = Array.from({ length: 20 }, (_, index) => ({ ...eve, account: `eve${index}` }));
    const atAddress = neighbors.reduce((sum, neighbor) => sum + takeAll(neighbor), 32);
    expect(atAddress).toBe(48);
    expect(takeAll(ada)).toBe(8);
    expect(takeAll({ account: "bob", address: "192.0.2.2" })).toBe(4);
  });

  it("leaves bytes for others, except that an account's only request can take all free bytes", () => {
    const { enter } = open({ slots: 64, bytes: 1000 });
    const only = enter(eve);
    only.grow(700);
    only.leave();
    const refused = expect.objectContaining({ code: "overloaded" });
    const [one, two] = [enter(eve), enter(eve)];
    one.grow(400);
    two.grow(100);
    expect(() => two.grow(1)).toThrow(refused);
    enter(ada).grow(500);
  });

  it("counts an unread response as at most a share, and rejects the next one of the account", () => {
    const { queue, enter } = open({ slots: 64, bytes: 1000 });
    const slot = enter(eve);
    slot.answer(50_000);
    expect(queue.load().bytes).toBe(500);
    expect(() => slot.answer(1)).toThrow(expect.objectContaining({ code: "overloaded" }));
    expect(() => enter(eve, 1)).toThrow(expect.objectContaining({ code: "overloaded" }));
    enter(ada).grow(400);
  });

  it("stays within its limits and shares for any arrivals, and releases everything at the end", () => {
    const step = fc.record({
      account: fc.constantFrom("a", "b", "c", "d", "e"),
      address: fc.constantFrom("", "x", "y", "z"),
      act: fc.constantFrom("enter", "grow", "answer", "leave", "read"),
      size: fc.nat(600),
      which: fc.nat(20),
    });
    const require = (holds: boolean, otherwise: string) => {
      if (!holds) throw new Error(otherwise);
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { queue, enter } = open({ slots: 16, bytes: 1000 });
        const held: { account: string; bytes: number; slot: ReturnType<typeof enter> }[] = [];
        const unread: (() => void)[] = [];
        for (const { account, address, act, size, which } of steps) {
          const one = held[which % Math.max(1, held.length)];
          const before = queue.load();
          const mine = held.filter((other) => other.account === account).length;
          try {
            if (act === "enter") {
              held.push({ account, bytes: 0, slot: enter({ account, address }) });
              // The shares of later arrivals can be smaller than an account's current use.
              require(mine === 0 ||
                mine + 1 <= 16 - before.slots - 1, "an account has more slots than are free");
            } else if (act === "grow" && one) {
              one.slot.grow(size);
              one.bytes += size;
              const sum = held.filter((other) => other.account === one.account && other.bytes > 0);
              const bytes = sum.reduce((total, other) => total + other.bytes, 0);
              const isShared = size > 0 && sum.length > 1;
              require(!isShared ||
                bytes <= 1000 - queue.load().bytes, "an account has more bytes than are free");
            } else if (act === "answer" && one) {
              one.bytes = 0;
              unread.push(one.slot.answer(size * 10));
            } else if (act === "leave" && one) held.splice(held.indexOf(one), 1)[0]?.slot.leave();
            else if (act === "read") unread.pop()?.();
          } catch (error) {
            if (!(error instanceof ToolsError) || error.code !== "overloaded") throw error;
            require((error.retryAfter ?? 0) >= 1, "no Retry-After");
            require(queue.load().bytes <= before.bytes, "a refusal took bytes");
          }
          expect(queue.load().slots).toBe(held.length);
          expect(queue.load().slots).toBeLessThanOrEqual(16);
          expect(queue.load().bytes).toBeLessThanOrEqual(1000);
        }
        for (const { slot } of held) slot.leave();
        for (const read of unread) read();
        expect(queue.load()).toMatchObject({ slots: 0, bytes: 0 });
        // No state of the callers remains: each can take the initial amount again.
        expect(open({ slots: 16 }).takeAll(ada)).toBe(8);
      }),
      { numRuns: 500 },
    );
  });

  it("returns a retry delay to rejected requests that follows the recent pace", () => {
    const { enter, retryAfter, pass } = open({ slots: 4 });
    for (let count = 0; count < 4; count++) {
      const slot = enter(eve);
      pass(5);
      slot.leave();
    }
    const [first, second] = [enter(eve), enter(eve)];
    expect(retryAfter(eve)).toBe(5);
    pass(2);
    expect(retryAfter(eve)).toBe(3);
    // The end of a longer request is unknown. It is expected to take as long again.
    pass(18);
    expect(retryAfter(eve)).toBe(20);
    pass(3600);
    expect(retryAfter(eve)).toBe(60);
    first.leave();
    expect(retryAfter(eve)).toBeUndefined();
    second.leave();
  });

  it("lets the event loop turn after 5 ms of jobs, which share a turn until then", async () => {
    const { queue, pass } = open();
    let turns = 0;
    let isWatching = true;
    const watch = () => {
      turns += 1;
      if (isWatching) setImmediate(watch);
    };
    setImmediate(watch);
    const job = () => {
      pass(0.002);
      return turns;
    };
    const before = await Promise.all(Array.from({ length: 50 }, async () => queue.run(job)));
    isWatching = false;
    const inTurn = (turn: number) => before.filter((found) => found === turn).length;
    expect([...new Set(before)].slice(0, -1).map(inTurn)).toEqual(Array.from({ length: 16 }, () => 3));
  });

  it("never starts a job that was canceled while it waited", async () => {
    const { queue } = open();
    let end = () => {};
    const working = queue.run(() => new Promise<void>((resolve) => (end = resolve)));
    const caller = new AbortController();
    let begun = false;
    const waiting = queue.run(
      async () => {
        begun = true;
      },
      { signal: caller.signal },
    );
    await sleep(0);
    caller.abort(new Error("hung up"));
    await expect(waiting).rejects.toThrow("hung up");
    end();
    await working;
    await queue.run(() => Promise.resolve());
    expect(begun).toBe(false);
  });
});
