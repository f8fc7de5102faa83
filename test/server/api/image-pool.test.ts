import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canListProcesses, childrenOf, expectGone, isRunning } from "../../engines/process-tree.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { expectProblem, getRequest } from "../contract.ts";
import { expectWork } from "./process-work.ts";
import { type ServerProcess, startServer, startServerHere, type StartedServer } from "../server-process.ts";

let small: Uint8Array;
// Noise takes every encoder long. The moderate one ends within the 6 s that a stopping server waits, even on a slow machine.
let slow: Uint8Array;
let slowest: Uint8Array;
let moderate: Uint8Array;

beforeAll(async () => {
  const noise = (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: "gray",
        noise: { type: "gaussian", mean: 128, sigma: 50 },
      },
    });
  small = await noise(40, 30).png().toBuffer();
  moderate = await noise(300, 225).jpeg().toBuffer();
  slow = await noise(1300, 1000).jpeg().toBuffer();
  slowest = await noise(2600, 2000).jpeg().toBuffer();
});

const settings = { DATABASE_URL: "memory:", IMAGE_WORKERS: "2" };

function convert({ url, key }: StartedServer, image: Uint8Array, query: string, signal?: AbortSignal) {
  return fetch(`${url}/v1/tools/image-converter?${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/octet-stream" },
    body: Uint8Array.from(image),
    signal: signal ?? null,
  });
}

async function statusOf(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  await response.arrayBuffer();
  return response.status;
}

const convertSmall = (server: StartedServer) => statusOf(convert(server, small, "format=webp"));
const slowly = "format=avif&effort=best";

async function imageFigures({
  url,
  key,
}: StartedServer): Promise<{ calls: number; succeeded: number; failed: number }> {
  const response = await fetch(`${url}/v1/analytics/usage`, getRequest(key));
  // The shape is that of UsageReportRecord.
  const { by_endpoint } = (await response.json()) as {
    by_endpoint: { endpoint: string; calls: number; succeeded: number; failed: number }[];
  };
  const none = { calls: 0, succeeded: 0, failed: 0 };
  const { calls, succeeded, failed } =
    by_endpoint.find(({ endpoint }) => endpoint === "image-converter") ?? none;
  return { calls, succeeded, failed };
}

/** Converts small images until the server has both of its processes, and returns their ids. */
async function bothProcesses(server: ServerProcess): Promise<number[]> {
  while (childrenOf(server.process.pid).length < 2)
    await Promise.all([convertSmall(server), convertSmall(server)]);
  return childrenOf(server.process.pid);
}

// The order matters: the first test needs a server without children, and the last one ends it.
describe.each(testedRuntimes)("images on %s", (runtime) => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer({ ...settings, SECRET_OF_THE_HOST: "hunter2" }, runtime);
  });
  afterAll(() => server.stop("SIGKILL"));

  it.skipIf(!canListProcesses)(
    "are decoded in separate processes, which do not receive the server's settings",
    async () => {
      expect(childrenOf(server.process.pid)).toEqual([]);
      expect(await convertSmall(server)).toBe(200);
      const [child = 0] = childrenOf(server.process.pid);
      expect(readFileSync(`/proc/${child}/maps`, "utf8")).toContain("libvips");
      expect(readFileSync(`/proc/${server.process.pid}/maps`, "utf8")).not.toContain("libvips");
      const environment = readFileSync(`/proc/${child}/environ`, "utf8");
      expect(environment).toContain("MALLOC_ARENA_MAX=2");
      expect(environment).not.toMatch(/hunter2|DATABASE_URL|VITEST/);
    },
  );

  // Deno.serve reports an aborted request only when the response is ready.
  it.skipIf(!canListProcesses || runtime === "deno")(
    "are canceled with their processes when the client disconnects, release their slots, and are counted",
    async () => {
      const children = await bothProcesses(server);
      const before = await imageFigures(server);
      const working = Promise.all(children.map((child) => expectWork(child, 10)));
      const callers = Array.from({ length: 32 }, () => new AbortController());
      const answers = callers.map(({ signal }) => convert(server, slow, slowly, signal));
      const outcomes = Promise.allSettled(answers);
      await working;
      const expectSlots = (count: number) =>
        expect
          .poll(async () => (await fetch(`${server.url}/metrics`)).text(), { timeout: 60_000 })
          .toContain(`tools_api_queue_slots_in_use{queue="image-converter"} ${count}\n`);
      await expectSlots(32);
      await expectProblem(await convert(server, small, "format=webp"), 503, "overloaded");
      for (const caller of callers) caller.abort();
      for (const { status } of await outcomes) expect(status).toBe("rejected");
      await expectGone(children);
      await expectSlots(0);
      expect(await convertSmall(server)).toBe(200);
      await expect
        .poll(
          async () => {
            const { calls, succeeded, failed } = await imageFigures(server);
            return [calls - before.calls, succeeded - before.succeeded, failed - before.failed];
          },
          { timeout: 60_000 },
        )
        .toEqual([33, 1, 32]);
    },
  );

  it.skipIf(!canListProcesses)(
    "are finished before the server exits at SIGTERM, and no child process remains",
    async () => {
      // Either process can receive the image.
      const working = Promise.race((await bothProcesses(server)).map((child) => expectWork(child, 10)));
      const answer = statusOf(convert(server, moderate, slowly));
      await working;
      const children = childrenOf(server.process.pid);
      const exited = server.stop();
      expect(await answer).toBe(200);
      expect(await exited).toBe(0);
      expect(children.filter(isRunning)).toEqual([]);
    },
  );
});

// The pool's own tests cover both limits on Deno.
describe("images beyond a limit", () => {
  it("return processing_limit at the deadline, are counted, and delay no others", async () => {
    const server = await startServerHere({ ...settings, IMAGE_TIMEOUT: "3" });
    onTestFinished(async () => void (await server.stop()));
    const late = convert(server, slowest, slowly);
    expect(await convertSmall(server)).toBe(200);
    const { message } = await expectProblem(await late, 422, "processing_limit");
    expect(message).toContain("3 s");
    expect(await Promise.all([convertSmall(server), convertSmall(server)])).toEqual([200, 200]);
    expect(await imageFigures(server)).toEqual({ calls: 4, succeeded: 3, failed: 1 });
  });
});
