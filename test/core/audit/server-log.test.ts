import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { DocumentStore } from "@tools-api/core";
import { closeAccount, createAccount, createApiKey } from "@tools-api/core/accounts";
import { type AuditAction, auditEntry, type AuditSearch, searchAuditEntries } from "@tools-api/core/audit";
import { dayMs } from "@tools-api/core/internal/time";
import { beforeEach, describe, expect, it } from "vitest";

const start = Date.parse("2026-11-01T12:00:00Z");
let now = start;
let documents: DocumentStore;

beforeEach(() => {
  now = start;
  documents = memoryDocuments({ clock: { now: () => now } });
});

/** Records a change of an account, a second after the one before. */
async function record(account: string, action: AuditAction, kind: "owner" | "operator" = "owner") {
  now += 1000;
  const actor = kind === "operator" ? { kind, account: "acct_op" } : { kind };
  await documents.commit(auditEntry({ account, action, actor, at: now }));
}

/** Returns the accounts and actions of all pages of a search. */
async function found(search: Omit<AuditSearch, "limit"> = {}, limit = 100): Promise<string[]> {
  const all: string[] = [];
  for (let after: string | undefined; ;) {
    const { entries, next } = await searchAuditEntries(documents, { ...search, after, limit });
    expect(entries.length).toBeLessThanOrEqual(limit);
    all.push(...entries.map(({ account, action }) => `${account} ${action}`));
    if (next === null) return all;
    after = next;
  }
}

describe("the audit log of the server", () => {
  it("has the changes of all accounts, newest first, over pages of any size", async () => {
    for (const [account, action] of [
      ["acct_1", "key.created"],
      ["acct_2", "key.created"],
      ["acct_1", "key.revoked"],
      ["acct_3", "plan.changed"],
    ] as const)
      await record(account, action);
    const all = ["acct_3 plan.changed", "acct_1 key.revoked", "acct_2 key.created", "acct_1 key.created"];
    for (const limit of [1, 2, 3, 4, 5]) expect(await found({}, limit)).toEqual(all);
    expect((await searchAuditEntries(documents, { limit: 4 })).next).toBeNull();
  });

  it("finds entries by account, actor, action or object, and time, and by all together", async () => {
    await record("acct_1", "key.created");
    await record("acct_2", "key.revoked", "operator");
    await record("acct_1", "plan.changed", "operator");
    await record("acct_2", "plan.change_scheduled");
    expect(await found({ account: "acct_2" })).toEqual([
      "acct_2 plan.change_scheduled",
      "acct_2 key.revoked",
    ]);
    expect(await found({ actor: "operator" })).toEqual(["acct_1 plan.changed", "acct_2 key.revoked"]);
    expect(await found({ actor: "acct_op" })).toEqual(["acct_1 plan.changed", "acct_2 key.revoked"]);
    expect(await found({ actor: "acct_1" })).toEqual(["acct_1 key.created"]);
    expect(await found({ action: "plan.changed" })).toEqual(["acct_1 plan.changed"]);
    expect(await found({ action: "key" })).toEqual(["acct_2 key.revoked", "acct_1 key.created"]);
    const [since, until] = [start + 2000, start + 4000];
    expect(await found({ since, until }, 1)).toEqual(["acct_1 plan.changed", "acct_2 key.revoked"]);
    expect(await found({ since, until, account: "acct_1", actor: "operator", action: "plan" })).toEqual([
      "acct_1 plan.changed",
    ]);
  });

  it("reads at most 2,000 entries for a page, and continues after them", async () => {
    await record("acct_1", "plan.changed");
    for (let count = 0; count < 2_500; count++) await record("acct_2", "session.created");
    const first = await searchAuditEntries(documents, { action: "plan", limit: 10 });
    expect(first.entries).toEqual([]);
    expect(first.next).not.toBeNull();
    expect(await found({ action: "plan" })).toEqual(["acct_1 plan.changed"]);
  });

  it("loses an entry when the account's log does, and the names and addresses when the account is closed", async () => {
    const usage = memoryUsage();
    const source = { actor: { kind: "owner" }, address: "192.0.2.7" } as const;
    const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: now, by: source });
    await createApiKey(documents, id, { name: "ci of Ada" }, { at: now, by: source });
    const stored = async () => JSON.stringify(await searchAuditEntries(documents, { limit: 100 }));
    expect(await stored()).toMatch(/192\.0\.2\.7.*ci of Ada|ci of Ada.*192\.0\.2\.7/);
    await closeAccount({ documents, usage }, id, now);
    expect(await stored()).toContain("account.closed");
    expect(await stored()).not.toMatch(/192\.0\.2\.7|ci of Ada/);
    now += 401 * dayMs;
    expect(await found()).toEqual([]);
    expect(await found({ account: id })).toEqual([]);
  });
});
