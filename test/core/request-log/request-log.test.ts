import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { eraseRequests } from "@tools-api/core/internal";
import type { DocumentStore } from "@tools-api/core/storage";
import {
  listRequests,
  type LoggedRequest,
  requestRecorder,
  type RequestSearch,
  summarizeRequests,
} from "@tools-api/core/request-log";
import { beforeEach, describe, expect, it } from "vitest";

const dayMs = 86_400_000;
const start = Date.parse("2026-11-21T12:00:00Z");
let now = start;
let documents: DocumentStore;

beforeEach(() => {
  now = start;
  documents = memoryDocuments({ clock: { now: () => now } });
});

const recorderOn = (store: DocumentStore, retentionMs = dayMs) =>
  requestRecorder({ documents: store, retentionMs, clock: { now: () => now }, intervalMs: 3_600_000 });

function request(name: string, more: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    requestId: name,
    at: now,
    credential: "key_1",
    endpoint: "GET /v1/user/profile",
    status: 200,
    code: null,
    durationMs: 0.5,
    bytesIn: 0,
    bytesOut: 600,
    isMcp: false,
    ...more,
  };
}

async function names(search: Partial<RequestSearch> = {}, account = "acct_1"): Promise<string[]> {
  const { requests } = await listRequests(documents, account, { limit: 100_000, since: 0, ...search });
  return requests.map(({ requestId }) => requestId);
}

const storedChunks = async () => (await documents.list("requests/acct_1/", { limit: 1000 })).length;

describe("the request log", () => {
  it("returns requests newest first, page by page, each with its fields", async () => {
    const recorder = recorderOn(documents);
    for (let index = 0; index < 250; index++) {
      now += 20;
      recorder.record("acct_1", request(`r${index}`));
      if (index % 40 === 0) await recorder.flush();
    }
    await recorder.flush();
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await listRequests(documents, "acct_1", { limit: 30, since: 0, after });
      found.push(...page.requests.map(({ requestId }) => requestId));
      if (page.next === null) break;
      after = page.next;
    }
    expect(found).toEqual(Array.from({ length: 250 }, (_, index) => `r${249 - index}`));
    const [last] = (await listRequests(documents, "acct_1", { limit: 1, since: 0 })).requests;
    expect(last).toEqual(request("r249"));
    now += 20;
    const failed = request("failed", { status: 422, code: "invalid_parameter", parameters: ["a", "b"] });
    recorder.record("acct_1", failed);
    await recorder.flush();
    expect((await listRequests(documents, "acct_1", { limit: 1, since: 0 })).requests).toEqual([failed]);
  });

  it("finds requests by id, credential, endpoint, status, class of status, transport and time", async () => {
    const recorder = recorderOn(documents);
    recorder.record("acct_1", request("a"));
    recorder.record("acct_1", request("b", { status: 429, code: "quota_exceeded", credential: "key_2" }));
    recorder.record("acct_1", request("c", { status: 404, code: "not_found", endpoint: "GET /v1/none" }));
    now += 1000;
    recorder.record("acct_1", request("d", { isMcp: true }));
    await recorder.flush();
    expect(await names({ requestId: "b" })).toEqual(["b"]);
    expect(await names({ credential: "key_2" })).toEqual(["b"]);
    expect(await names({ endpoint: "GET /v1/none" })).toEqual(["c"]);
    expect(await names({ status: 429 })).toEqual(["b"]);
    expect((await names({ status: 4 })).toSorted()).toEqual(["b", "c"]);
    expect(await names({ status: 4, credential: "key_1" })).toEqual(["c"]);
    expect(await names({ isMcp: true })).toEqual(["d"]);
    expect((await names({ isMcp: false })).toSorted()).toEqual(["a", "b", "c"]);
    expect(await names({ since: now })).toEqual(["d"]);
    expect(await names({}, "acct_2")).toEqual([]);
  });

  it("keeps the last 100 requests of a burst between two writes, in order, and counts the others", async () => {
    const recorder = recorderOn(documents);
    for (let index = 0; index < 1234; index++) {
      now += 1;
      recorder.record("acct_1", request(`r${index}`));
    }
    await recorder.flush();
    expect(await names()).toEqual(Array.from({ length: 100 }, (_, index) => `r${1233 - index}`));
    expect(recorder.dropped()).toBe(1134);
  });

  it("keeps at least the last 5,000 requests of an account and deletes older ones", async () => {
    const recorder = recorderOn(documents);
    for (let index = 0; index < 12_000; index++) {
      now += 10;
      recorder.record("acct_1", request(`r${index}`));
      if (index % 90 === 89) await recorder.flush();
    }
    await recorder.flush();
    const found = await names();
    expect(found.length).toBeGreaterThanOrEqual(5000);
    expect(found.slice(0, 5000)).toEqual(Array.from({ length: 5000 }, (_, index) => `r${11_999 - index}`));
    expect(await storedChunks()).toBeLessThanOrEqual(52);
  });

  it("writes one document per interval for a busy account, and another one to delete the oldest", async () => {
    const writes: number[] = [];
    const counting: DocumentStore = {
      ...documents,
      commit: (operations) => {
        writes.push(operations.filter(({ key }) => key.startsWith("requests/")).length);
        return documents.commit(operations);
      },
    };
    const recorder = recorderOn(counting);
    for (let interval = 0; interval < 60; interval++) {
      const calls = interval === 0 ? 37 : 250;
      for (let call = 0; call < calls; call++) recorder.record("acct_1", request(`r${interval}-${call}`));
      await recorder.flush();
    }
    expect(writes).toHaveLength(60);
    expect(writes.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 1));
    expect(Math.max(...writes)).toBe(2);
  });

  it("deletes the requests of earlier processes once newer ones fill the log", async () => {
    for (let process = 0; process < 40; process++) {
      const recorder = recorderOn(documents);
      for (let index = 0; index < 3; index++) {
        now += 1000;
        recorder.record("acct_1", request(`p${process}-${index}`));
        await recorder.flush();
      }
    }
    expect(await storedChunks()).toBe(40);
    const recorder = recorderOn(documents);
    for (let index = 0; index < 6000; index++) {
      now += 10;
      recorder.record("acct_1", request(`r${index}`));
      if (index % 100 === 99) await recorder.flush();
    }
    expect(await storedChunks()).toBeLessThanOrEqual(52);
    expect(await names({ requestId: "p39-2" })).toEqual([]);
  });

  it("merges the requests of two processes by time", async () => {
    const recorders = [recorderOn(documents), recorderOn(documents)];
    for (let index = 0; index < 300; index++) {
      now += 7;
      recorders[index % 2]?.record("acct_1", request(`r${index}`));
      if (index % 50 === 49) await Promise.all(recorders.map((recorder) => recorder.flush()));
    }
    expect(await names()).toEqual(Array.from({ length: 300 }, (_, index) => `r${299 - index}`));
  });

  it("deletes requests at the end of their retention", async () => {
    const recorder = recorderOn(documents, dayMs);
    recorder.record("acct_1", request("old"));
    await recorder.flush();
    now += 2 * 3_600_000;
    recorder.record("acct_1", request("new"));
    await recorder.flush();
    expect(await names()).toEqual(["new", "old"]);
    now = start + dayMs;
    expect(await names()).toEqual(["new"]);
  });

  it("stores requests later if the store fails, without a rejection and without a limitless buffer", async () => {
    let isBroken = true;
    const failures: unknown[] = [];
    const broken: DocumentStore = {
      ...documents,
      commit: (operations) =>
        isBroken ? Promise.reject(new Error("The disk is full.")) : documents.commit(operations),
    };
    const recorder = requestRecorder({
      documents: broken,
      retentionMs: dayMs,
      clock: { now: () => now },
      onFailure: (error) => failures.push(error),
    });
    recorder.record("acct_1", request("before"));
    await recorder.flush();
    expect(failures).toHaveLength(1);
    expect(await names()).toEqual([]);
    for (let account = 0; account < 3000; account++) recorder.record(`acct_${account}`, request("many"));
    expect(recorder.dropped()).toBe(2000);
    isBroken = false;
    await recorder.flush();
    expect((await names()).toSorted()).toEqual(["before", "many"]);
  });

  it("never brings back requests that were erased, in any process", async () => {
    const recorders = [recorderOn(documents), recorderOn(documents)];
    const recordAll = async (name: string) => {
      now += 1000;
      for (const [index, recorder] of recorders.entries()) {
        recorder.record("acct_1", request(`${name}-${index}`));
        recorder.record("acct_2", request(`${name}-${index}`));
        await recorder.flush();
      }
    };
    await recordAll("before");
    await eraseRequests(documents, "acct_1");
    await recordAll("after");
    expect((await names()).toSorted()).toEqual(["after-0", "after-1"]);
    expect(await names({}, "acct_2")).toHaveLength(4);
    expect(recorders.map((recorder) => recorder.dropped())).toEqual([0, 0]);
  });

  it("keeps its bounds for more accounts than it has in memory", async () => {
    const recorder = recorderOn(documents);
    for (let round = 0; round < 5; round++) {
      now += 1000;
      for (let start = 0; start < 1500; start += 500) {
        for (let account = start; account < start + 500; account++)
          recorder.record(`acct_${account}`, request(`r${round}`));
        await recorder.flush();
      }
    }
    expect(await storedChunks()).toBe(1);
    expect(await names()).toEqual(["r4", "r3", "r2", "r1", "r0"]);
  });
});

describe("the summary of the request log", () => {
  const summary = (more: Partial<Parameters<typeof summarizeRequests>[2]> = {}) =>
    summarizeRequests(documents, "acct_1", { since: 0, ...more });

  it("counts the statuses, and has the durations that half and 95 percent of the requests do not exceed", async () => {
    const recorder = recorderOn(documents);
    for (let index = 1; index <= 100; index++)
      recorder.record("acct_1", request(`r${index}`, { durationMs: 101 - index, at: now + index }));
    await recorder.flush();
    recorder.record("acct_1", request("bad", { status: 422, code: "invalid_parameter", durationMs: 500 }));
    await recorder.flush();
    const { requests, statuses, latencyMs } = await summary();
    expect(requests).toBe(101);
    expect(statuses).toEqual([
      { status: 200, requests: 100 },
      { status: 422, requests: 1 },
    ]);
    expect(latencyMs).toEqual({ p50: 51, p95: 96 });
  });

  it("has the newest request of each kind of error with the number of its kind, at most five, and only requests that meet all conditions", async () => {
    const recorder = recorderOn(documents);
    for (let index = 0; index < 8; index++)
      recorder.record("acct_1", request(`e${index}`, { status: index % 2 ? 429 : 500, at: now + index }));
    for (let index = 0; index < 4; index++)
      recorder.record(
        "acct_1",
        request(`f${index}`, { status: 404, code: `code_${index}`, at: now - 9 + index }),
      );
    recorder.record("acct_1", request("other", { credential: "key_2", endpoint: "GET /v1/x", at: now + 9 }));
    recorder.record("acct_2", request("foreign", { status: 500 }));
    await recorder.flush();
    expect((await summary()).errors.map(({ requestId, requests }) => [requestId, requests])).toEqual([
      ["e7", 4],
      ["e6", 4],
      ["f3", 1],
      ["f2", 1],
      ["f1", 1],
    ]);
    expect((await summary({ credential: "key_2" })).requests).toBe(1);
    expect((await summary({ endpoint: "GET /v1/x" })).statuses).toEqual([{ status: 200, requests: 1 }]);
    expect((await summary({ since: now + 6 })).requests).toBe(3);
    expect(await summary({ since: now + 60_000 })).toEqual({
      requests: 0,
      statuses: [],
      latencyMs: null,
      errors: [],
    });
  });

  it("describes the last 2,000 requests of a busy account", async () => {
    const recorder = recorderOn(documents);
    for (let index = 0; index < 3000; index++) {
      now += 20;
      recorder.record("acct_1", request(`r${index}`, { durationMs: index }));
      if (index % 90 === 0) await recorder.flush();
    }
    await recorder.flush();
    const { requests, latencyMs } = await summary();
    expect(requests).toBe(2000);
    expect(latencyMs).toEqual({ p50: 1999, p95: 2899 });
  });
});
