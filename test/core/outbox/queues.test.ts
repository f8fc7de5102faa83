import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { queueRunner } from "@tools-api/core/internal";
import { minuteMs } from "@tools-api/core/internal/time";
import type { QueueOptions } from "@tools-api/core/outbox";
import { createWebhookEndpoint, eventWrites, webhookDispatcher } from "@tools-api/core/webhooks";
import { deliverDue } from "@tools-api/core/outbox";
import { beforeEach, describe, expect, it, vi } from "vitest";

let now: number;
let documents: ReturnType<typeof memoryDocuments>;

beforeEach(() => {
  now = Date.parse("2026-11-23T12:00:00Z");
  documents = memoryDocuments({ clock: { now: () => now } });
});

/** Creates endpoints, and returns the names of their queues. */
async function endpoints(account: string, count: number): Promise<string[]> {
  const queues: string[] = [];
  for (let index = 0; index < count; index++) {
    const fields = { url: `https://example.com/${index}` };
    const { id } = await createWebhookEndpoint(documents, account, fields, { at: now });
    queues.push(`${account}.${id}`);
  }
  return queues;
}

/** Queues events of an account for its endpoints. */
async function queue(account: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    await documents.commit(eventWrites({ account, type: "key.created", data: { name }, at: now }));
  const channels = { event: webhookDispatcher({ documents }) };
  while ((await deliverDue({ documents, channels }, now)) > 0);
}

function runner(deliver: QueueOptions["deliver"], options: Partial<QueueOptions> = {}) {
  const ownerOf = (name: string) => name.split(".")[0] ?? "";
  return queueRunner({ documents, kind: "webhook", deliver, ownerOf, now: () => now, ...options });
}

const names = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe("a queue of the outbox", () => {
  it("delivers its messages one at a time, in the order of their events", async () => {
    await endpoints("acct_1", 1);
    const got: unknown[] = [];
    for (const name of names(20)) {
      await queue("acct_1", [name]);
      now += 1;
    }
    let running = 0;
    const { look, idle } = runner(async ({ data }) => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      got.push(Object(data["data"]).name);
    });
    await look();
    await look();
    await idle();
    expect(got).toEqual(names(20));
    expect(await documents.list("outbox/due/", { limit: 1 })).toEqual([]);
    expect(await documents.list("outbox/queues/", { limit: 1 })).toEqual([]);
  });

  it("takes a slot of its owner, so that an owner with ten blocked queues leaves the others to everyone else", async () => {
    await endpoints("acct_slow", 10);
    await endpoints("acct_fast", 1);
    await queue("acct_slow", names(50));
    now += 1000;
    await queue("acct_fast", names(3));
    const started: string[] = [];
    let unblock = () => {};
    const blocked = new Promise<void>((resolve) => (unblock = resolve));
    const { look, idle } = runner(
      async (_, { queue: name }) => {
        started.push(name.split(".")[0] ?? "");
        if (name.startsWith("acct_slow")) await blocked;
      },
      { slots: 4 },
    );
    await vi.waitFor(
      async () => {
        await look();
        expect(started.filter((owner) => owner === "acct_fast")).toHaveLength(3);
      },
      { timeout: 60_000 },
    );
    expect(started.filter((owner) => owner === "acct_slow")).toHaveLength(2);
    unblock();
    await idle();
  });

  it("is finished by another process after its lease if a process ends during its delivery, without loss", async () => {
    await endpoints("acct_1", 1);
    await queue("acct_1", ["a", "b"]);
    // This process never continues.
    await new Promise<void>((begun) => {
      void runner(() => new Promise(() => begun())).look();
    });
    const got: unknown[] = [];
    const other = runner(({ data }) => {
      got.push(Object(data["data"]).name);
      return Promise.resolve();
    });
    await other.look();
    await other.idle();
    expect(got).toEqual([]);
    now += 4 * minuteMs;
    await other.look();
    await other.idle();
    expect(new Set(got)).toEqual(new Set(["a", "b"]));
    expect(await documents.list("outbox/due/", { limit: 1 })).toEqual([]);
  });

  it("delivers each message once when ten processes look at the same time", async () => {
    await endpoints("acct_1", 3);
    await queue("acct_1", names(30));
    const got: string[] = [];
    const runners = Array.from({ length: 10 }, () =>
      runner(({ data }, { queue: name }) => {
        got.push(`${name} ${Object(data["data"]).name}`);
        return Promise.resolve();
      }),
    );
    for (let round = 0; round < 3; round++) {
      await Promise.all(runners.map(({ look }) => look()));
      await Promise.all(runners.map(({ idle }) => idle()));
    }
    expect(new Set(got).size).toBe(90);
    expect(got).toHaveLength(90);
  });

  it("rests after a failure for ten seconds, in which its other messages wait", async () => {
    await endpoints("acct_1", 1);
    await queue("acct_1", names(5));
    let attempts = 0;
    const { look, idle } = runner(() => {
      attempts += 1;
      return Promise.reject(new Error("no"));
    });
    for (let second = 0; second < 30; second++) {
      await look();
      await idle();
      now += 1000;
    }
    expect(attempts).toBe(3);
  });
});

describe("the dispatcher of events", () => {
  it("queues an event once, also if a process ends after its commit", async () => {
    const [name] = await endpoints("acct_1", 1);
    await documents.commit(eventWrites({ account: "acct_1", type: "plan.changed", data: {}, at: now }));
    const dispatch = webhookDispatcher({ documents });
    const ended = {
      event: async (message: Parameters<typeof dispatch>[0]) => {
        await dispatch(message, { signal: new AbortController().signal });
        throw new Error("The process ends here.");
      },
    };
    await deliverDue({ documents, channels: ended }, now);
    now += 5 * minuteMs;
    await deliverDue({ documents, channels: { event: dispatch } }, now);
    expect(await documents.list("outbox/due/event", { limit: 1 })).toEqual([]);
    expect(await documents.list(`outbox/due/webhook.${name}/`, { limit: 10 })).toHaveLength(1);
  });

  it("queues at most 500 messages for an endpoint that gets none of them", async () => {
    const [name] = await endpoints("acct_1", 1);
    await queue("acct_1", names(510));
    expect(await documents.list(`outbox/due/webhook.${name}/`, { limit: 1000 })).toHaveLength(500);
  });
});
