import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryUsage } from "@tools-api/adapters/storage/memory";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { createStorage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { mountSmallDisk, type SmallDisk } from "../../engines/small-disk.ts";
import { startApi } from "../api-server.ts";
import { expectProblem, getRequest } from "../contract.ts";
import { expectAgreement, readUsage } from "../load.ts";
import { memoryApi } from "../memory-api.ts";
import { startServerHere } from "../server-process.ts";

function smallDisk(skip: () => void): SmallDisk {
  const disk = mountSmallDisk(4);
  if (!disk) {
    skip();
    throw new Error("skipped");
  }
  onTestFinished(() => disk.remove());
  return disk;
}

/** Waits until `/readyz` has a status. Requests of one second share their answer. */
async function becomes(url: string, status: number): Promise<Response> {
  let response = await fetch(`${url}/readyz`);
  for (; response.status !== status; response = await fetch(`${url}/readyz`)) await sleep(100);
  return response;
}

async function expectUnready(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "storage_unavailable" });
  expect(response.headers.get("Cache-Control")).toBe("no-store");
}

/** Returns a usage store that counts its probes, and responds as `answer` says. */
function probedUsage(answer: () => Promise<void>) {
  let probes = 0;
  const usage = {
    ...memoryUsage(),
    ping() {
      probes++;
      return answer();
    },
  };
  return { usage, probes: () => probes };
}

describe("/readyz", () => {
  it("returns 503 while the disk of a SQLite file is full, calls return 503 too, and no acknowledged call is lost", async ({
    skip,
  }) => {
    const disk = smallDisk(skip);
    const server = await startServerHere({ DATABASE_URL: `sqlite:${join(disk.path, "state.db")}` });
    onTestFinished(async () => {
      await server.stop();
    });
    const call = () => fetch(`${server.url}/v1/user/profile`, getRequest(server.key));
    let answered = 0;
    for (; answered < 20; answered++) expect((await call()).status).toBe(200);
    await becomes(server.url, 200);

    await disk.fill();
    // SQLite still writes until the log is full.
    for (let response = await call(); response.status === 200; response = await call()) answered++;
    await expectProblem(await call(), 503, "storage_unavailable");
    await expectUnready(await becomes(server.url, 503));
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

    await disk.free();
    await becomes(server.url, 200);
    const reading = await readUsage(server.url, server.key);
    expectAgreement(reading);
    expect(reading.body.quota.used).toBe(answered + 1);
  });

  it("returns 503 while the disk of an unstorage folder is full", async ({ skip }) => {
    const disk = smallDisk(skip);
    const storage = createStorage({ driver: fsDriver({ base: join(disk.path, "data") }) });
    const [documents, usage] = [unstorageDocuments({ storage }), unstorageUsage({ storage })];
    const server = await startApi({ documents, usage });
    onTestFinished(async () => {
      await server.close();
      await Promise.all([documents.close(), usage.close()]);
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await disk.fill();
    await expectUnready(await becomes(server.url, 503));
    await disk.free();
    await becomes(server.url, 200);
  });

  it("makes one write per second in each store, however many clients ask", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { usage, probes } = probedUsage(() => Promise.resolve());
    const { api } = await memoryApi({ usage });
    for (let second = 1; second <= 3; second++) {
      const answers = await Promise.all(Array.from({ length: 50 }, async () => api.request("/readyz")));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      vi.advanceTimersByTime(999);
      expect((await api.request("/readyz")).status).toBe(200);
      expect(probes()).toBe(second);
      vi.advanceTimersByTime(1);
    }
  });

  it("returns 503 while a store hangs, and does not accumulate probes", async () => {
    const { usage, probes } = probedUsage(() => new Promise(() => {}));
    const server = await startApi({ usage });
    onTestFinished(() => server.close());
    const ask = async () => expectUnready(await fetch(`${server.url}/readyz`));
    await Promise.all(Array.from({ length: 20 }, ask));
    await ask();
    expect(probes()).toBe(1);
  });
});
