import { join } from "node:path";
import { openSqlite } from "@tools-api/adapters/storage/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "./contract.ts";
import { type ServerProcess, startServer, temporaryFolder } from "./server-process.ts";

const folder = temporaryFolder();
const file = join(folder.path, "tools-api.db");
let server: ServerProcess;
let key: string;

beforeEach(async () => {
  server = await startServer({ DATABASE_URL: `sqlite:${file}` });
  key ||= server.key;
});
afterEach(async () => {
  await server.stop();
});

/** Takes the writers' lock of the server's file, as a stuck process would, and returns what frees it. */
async function holdLock(): Promise<() => void> {
  const database = await openSqlite(file);
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec("BEGIN IMMEDIATE");
  return () => {
    database.exec("ROLLBACK");
    database.close();
  };
}

const profile = () => fetch(`${server.url}/v1/user/profile`, getRequest(key));

/** Requires that after a call that left so many nothing counts but these reads, once the rest has been given back. */
async function expectReadsAloneCounted(left: number): Promise<void> {
  for (let reads = 1; ; reads++) {
    const { remaining } = expectContractHeaders(await profile());
    if (remaining === left - reads) return;
    expect(remaining).toBeLessThan(left - reads);
    expect(reads).toBeLessThan(100);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe("a store that does not answer", () => {
  it("is a 503 with Retry-After, while the process goes on answering, and is over with its cause", async () => {
    expect((await profile()).status).toBe(200);
    const release = await holdLock();
    const refused = profile();
    const waits: number[] = [];
    for (let probe = 0; probe < 20; probe++) {
      const started = performance.now();
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      waits.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(Math.max(...waits)).toBeLessThan(1000);
    await expectProblem(await refused, 503, "storage_unavailable");
    release();
    expect((await profile()).status).toBe(200);
    await expectReadsAloneCounted(998);
  });

  it("lets a call wait that meets a short lock, and counts it once", async () => {
    const before = expectContractHeaders(await profile()).remaining;
    const release = await holdLock();
    const waiting = profile();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    release();
    expect(expectContractHeaders(await waiting).remaining).toBe(before - 1);
  });

  it("never sends an answer that could not be recorded, and gives the call back once it can", async () => {
    const before = expectContractHeaders(await profile()).remaining;
    const text = "The harbour was calm, and the old engine did not fail once. ".repeat(3000);
    const answer = fetch(`${server.url}/v1/tools/text-analyzer`, jsonRequest(key, { text }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const release = await holdLock();
    await expectProblem(await answer, 503, "storage_unavailable");
    release();
    await expectReadsAloneCounted(before);
  });
});
