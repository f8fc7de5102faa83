import { analyzeText } from "@tools-api/core";
import { TextAnalysisRecord } from "@tools-api/core/text";
import { toWire } from "@tools-api/core/internal/schema";
import { workQueue } from "@tools-api/server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { canListProcesses, childrenOf } from "../../engines/process-tree.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { startApi } from "../api-server.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { type ServerProcess, startServer, startServerHere } from "../server-process.ts";
import { withLongTexts } from "../tools.ts";

const sentences =
  "Ada Lovelace met Charles Babbage in London on 5 June 1833, and the engine was not bad at all. " +
  "It saved the company $1,200 a month! It was quiet; write to ada@example.com.\n\n";
const long = sentences.repeat(Math.floor(100_000 / sentences.length));
const medium = sentences.repeat(20);
// Many thousand paragraphs, each analyzed separately. They take several seconds on any machine.
const slow = { text: "a\n\n".repeat(333_000), analysis_type: "all", language: "en" };

function analyze({ url, key }: { url: string; key: string }, body: object, signal?: AbortSignal) {
  return fetch(`${url}/v1/tools/text-analyzer`, { ...jsonRequest(key, body), signal: signal ?? null });
}

/** The calls of an account by outcome. */
interface Figures {
  calls: number;
  succeeded: number;
  failed: number;
  server_errors: number;
}

async function textFigures({ url, key }: { url: string; key: string }): Promise<Figures> {
  const response = await fetch(`${url}/v1/analytics/usage`, getRequest(key));
  // The shape is that of UsageReportRecord.
  const { by_endpoint } = (await response.json()) as { by_endpoint: (Figures & { endpoint: string })[] };
  const { calls, succeeded, failed, server_errors } = by_endpoint.find(
    ({ endpoint }) => endpoint === "text-analyzer",
  ) ?? { calls: 0, succeeded: 0, failed: 0, server_errors: 0 };
  return { calls, succeeded, failed, server_errors };
}

// Releases of ICU count words differently, and the runtimes contain different releases.
const withoutWords = (json: string) => json.replace(/"words":\d+/, "");
const someAnalyses = "sentiment,entities,pii";

// The order matters: the first test needs a server without children, and the last one ends it.
describe.each(testedRuntimes)("a long text on %s", (runtime) => {
  let server: ServerProcess;
  beforeAll(async () => {
    const settings = { PLAN_FREE_DAILY_LIMIT: "1000000", TEXT_TIMEOUT: "3600", TEXT_WORKERS: "1" };
    server = await startServer({ DATABASE_URL: "memory:", ...settings }, runtime);
  });
  afterAll(() => server.stop("SIGKILL"));

  it.skipIf(!canListProcesses)("starts its process on demand, and a short text starts none", async () => {
    expect((await analyze(server, { text: "It is a wonderful day." })).status).toBe(200);
    expect(childrenOf(server.process.pid)).toEqual([]);
    expect((await analyze(server, { text: medium })).status).toBe(200);
    expect(childrenOf(server.process.pid)).toHaveLength(1);
  });

  it("does not delay small calls, and has the same result as in this process", async () => {
    // The models of the server's own process.
    expect((await analyze(server, { text: "It is a wonderful day." })).status).toBe(200);

    const answered = new AbortController();
    const answer = analyze(server, { text: long, analysis_type: someAnalyses })
      .then((response) => response.text())
      .finally(() => answered.abort());
    let rounds = 0;
    while (!answered.signal.aborted) {
      const [health, small] = await Promise.all([
        fetch(`${server.url}/healthz`),
        analyze(server, { text: sentences }),
      ]);
      await Promise.all([health.text(), small.text()]);
      rounds += 1;
      expect([health.status, small.status]).toEqual([200, 200]);
    }
    // A server that analyzed the long text itself would not respond until the end.
    expect(rounds).toBeGreaterThan(3);
    const expected = await analyzeText(long, { analysisType: someAnalyses });
    expect(
      withoutWords(await answer) === withoutWords(JSON.stringify(toWire(TextAnalysisRecord, expected))),
    ).toBe(true);
  });
});

describe("a long text beyond its deadline", () => {
  it("returns processing_limit, is counted, and leaves a worker to the next one", async () => {
    const server = await startServerHere({ DATABASE_URL: "memory:", TEXT_TIMEOUT: "1", TEXT_WORKERS: "1" });
    onTestFinished(async () => void (await server.stop()));
    await expectProblem(await analyze(server, slow), 422, "processing_limit");
    const language = { text: medium, analysis_type: "syntax", language: "hu" };
    await expectProblem(await analyze(server, language), 422, "unsupported_language");
    expect(await textFigures(server)).toMatchObject({ calls: 2, failed: 2, server_errors: 0 });
  });
});

describe("createApi with a queue for long texts", () => {
  it("returns 503 and refunds the call when the long-text queue is full, and keeps serving short texts", async () => {
    let free = (): void => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const queue = workQueue({ concurrency: 1, slots: 1 });
    const api = await startApi({
      queues: { "text-analyzer-pool": queue },
      ...withLongTexts(100, async ({ text }) => {
        await held;
        return { length: text.length };
      }),
    });
    const { key } = await api.customer();
    const client = { url: api.url, key };
    const first = analyze(client, { text: medium });
    await expect.poll(() => queue.load().slots, { timeout: 60_000 }).toBe(1);
    const second = await analyze(client, { text: medium });
    await expectProblem(second.clone(), 503, "overloaded");
    expect(expectContractHeaders(second).remaining).toBe(999);
    expect((await analyze(client, { text: "It is a wonderful day." })).status).toBe(200);
    // The API rejects a text that is too long before it takes a slot.
    const tooLong = { text: "a".repeat(1_000_001) };
    await expectProblem(await analyze(client, tooLong), 413, "payload_too_large");
    free();
    expect(await (await first).json()).toEqual({ length: medium.length });
    await api.close();
  });
});
