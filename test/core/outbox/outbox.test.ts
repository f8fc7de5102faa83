import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import {
  deliverDue,
  enqueue,
  listDeadMessages,
  type OutboxMessage,
  Undeliverable,
} from "@tools-api/core/outbox";
import { dayMs, hourMs } from "@tools-api/core/internal/time";
import { beforeEach, describe, expect, it } from "vitest";

const start = Date.parse("2026-11-23T12:00:00Z");
let documents: ReturnType<typeof memoryDocuments>;
let delivered: OutboxMessage[];

beforeEach(() => {
  documents = memoryDocuments({ clock: { now: () => start } });
  delivered = [];
});

const channels = {
  mail: (message: OutboxMessage) => {
    delivered.push(message);
    return Promise.resolve();
  },
};

function queue(fields: Partial<Parameters<typeof enqueue>[0]> = {}) {
  return documents.commit(
    enqueue({ account: "acct_1", type: "key.created", data: {}, at: start, ...fields }),
  );
}

describe("the outbox", () => {
  it("delivers a message once, with its fields, and keeps nothing of it", async () => {
    await queue({ to: "ada@example.com", data: { name: "ci" } });
    expect(await deliverDue({ documents, channels }, start)).toBe(1);
    expect(await deliverDue({ documents, channels }, start + dayMs)).toBe(0);
    expect(delivered).toMatchObject([
      { account: "acct_1", type: "key.created", to: "ada@example.com", data: { name: "ci" }, attempts: 1 },
    ]);
    expect(await documents.list("outbox/", { limit: 10 })).toEqual([]);
  });

  it("delivers each of 200 messages once when ten workers run at the same time", async () => {
    for (let index = 0; index < 200; index++) await queue({ data: { index } });
    const worker = async () => {
      while ((await deliverDue({ documents, channels }, start)) > 0);
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    const indexes = delivered.map(({ data }) => Number(data["index"]));
    expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it("does not deliver a message before its instant", async () => {
    await queue({ at: start + hourMs });
    expect(await deliverDue({ documents, channels }, start)).toBe(0);
    expect(await deliverDue({ documents, channels }, start + hourMs)).toBe(1);
  });

  it("repeats a failed delivery later and later under the same id, then keeps it as dead for 30 days", async () => {
    await queue();
    const attempts: number[] = [];
    const failing = {
      mail: () => Promise.reject(new Error("451 try later")),
    };
    for (let now = start; now < start + 4 * dayMs; now += 10_000) {
      const before = await documents.list("outbox/due/", { limit: 2 });
      if (before.length === 0) break;
      const onFailure = () => attempts.push(now - start);
      await deliverDue({ documents, channels: failing, onFailure }, now);
    }
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(attempts.length).toBeGreaterThan(15);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(6 * hourMs + 10_000);
    expect(pauses[0]).toBeLessThanOrEqual(60_000);
    const { items } = await listDeadMessages(documents, { limit: 10 });
    expect(items).toMatchObject([{ type: "key.created", error: "451 try later", attempts: attempts.length }]);
    expect(items[0]?.failedAt).toBeLessThan(start + 3 * dayMs + hourMs);
  });

  it("does not repeat a message that the receiver refuses permanently", async () => {
    await queue();
    const refusing = { mail: () => Promise.reject(new Undeliverable("550 no such user")) };
    const failures: boolean[] = [];
    const onFailure = ({ isFinal }: { isFinal: boolean }) => failures.push(isFinal);
    await deliverDue({ documents, channels: refusing, onFailure }, start);
    expect(failures).toEqual([true]);
    expect(await documents.list("outbox/due/", { limit: 2 })).toEqual([]);
  });

  it("delivers a message again after the lease if the process ended before it recorded the delivery", async () => {
    await queue();
    // The process ends here: the delivery never settles.
    await new Promise<void>((begun) => {
      const mail = () => new Promise<void>(() => begun());
      void deliverDue({ documents, channels: { mail } }, start);
    });
    expect(await deliverDue({ documents, channels }, start + 60_000)).toBe(0);
    expect(await deliverDue({ documents, channels }, start + 5 * 60_000)).toBe(1);
    expect(delivered).toMatchObject([{ attempts: 2 }]);
  });

  it("queues a named message once in two days, whichever process tries", async () => {
    expect((await queue({ once: "acct_1.2026-11-23.80" })).committed).toBe(true);
    expect(await queue({ once: "acct_1.2026-11-23.80" })).toMatchObject({
      committed: false,
      conflict: "outbox/once/acct_1.2026-11-23.80",
    });
    expect(await deliverDue({ documents, channels }, start)).toBe(1);
  });

  it("leaves the messages of a channel that this process does not have", async () => {
    await queue({ channel: "webhook" });
    await queue();
    expect(await deliverDue({ documents, channels }, start)).toBe(1);
    expect(await documents.list("outbox/due/webhook/", { limit: 2 })).toHaveLength(1);
  });
});
