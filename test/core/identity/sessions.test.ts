import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { DocumentStore } from "@tools-api/core";
import {
  closeAccount,
  requireActive,
  createAccount,
  createSession,
  endSession,
  endSessions,
  getAccount,
  getSession,
  listSessions,
  resumeSession,
  setPassword,
  setStatus,
} from "@tools-api/core/accounts";
import { accounts, endOldestSessions } from "@tools-api/core/internal";
import { beforeEach, describe, expect, it } from "vitest";

const day = 86_400_000;
const start = Date.parse("2026-11-21T12:00:00Z");
let now = start;
let documents: DocumentStore;
let account: string;

beforeEach(async () => {
  now = start;
  documents = memoryDocuments({ clock: { now: () => now } });
  account = (await createAccount(documents, { email: "ada@example.com" }, { at: now })).id;
});

async function begin() {
  const created = await createSession(documents, { account, method: "password" }, now);
  if (!created) throw new Error("No password was in question.");
  return created;
}
const resume = (token: string) => resumeSession(documents, token, now);

describe("sessions", () => {
  it("ends a session after 14 days without use", async () => {
    const { token } = await begin();
    now += 14 * day - 1;
    expect(await resume(token)).not.toBeNull();
    now += 14 * day - 1;
    expect(await resume(token)).not.toBeNull();
    now += 14 * day;
    expect(await resume(token)).toBeNull();
  });

  it("ends a session after 90 days, however much it is used", async () => {
    const { token } = await begin();
    for (let days = 0; days < 89; days++) {
      now += day;
      expect(await resume(token)).not.toBeNull();
    }
    now += day - 1;
    expect((await resume(token))?.session.expiresAt).toBe(start + 90 * day);
    now += 1;
    expect(await resume(token)).toBeNull();
  });

  it("writes the last use of a session at most once an hour, and never moves it back with the clock", async () => {
    const { session, token } = await begin();
    now += 3_599_999;
    expect((await resume(token))?.session.lastSeenAt).toBe(session.lastSeenAt);
    now += 1;
    expect((await resume(token))?.session.lastSeenAt).toBe(now);
    const seen = now;
    now -= 7_200_000;
    expect((await resume(token))?.session.lastSeenAt).toBe(seen);
  });

  it("keeps a session ended if it ends while it is being used", async () => {
    const { session, token } = await begin();
    now += 7_200_000;
    let ended = false;
    const racing: DocumentStore = {
      ...documents,
      async commit(operations) {
        if (!ended) {
          ended = true;
          await endSession(documents, { account, id: session.id });
        }
        return documents.commit(operations);
      },
    };
    await resumeSession(racing, token, now);
    expect(ended).toBe(true);
    expect(await resume(token)).toBeNull();
    expect(await listSessions(documents, account, { limit: 10 })).toEqual([]);
  });

  it("rejects a session with a password that was replaced since its check, at whatever instant", async () => {
    const passwords = scryptHasher({ logCost: 1 });
    const owner = { id: account, email: "ada@example.com", name: "" };
    const replace = (password: string) => setPassword({ documents, passwords }, owner, password, now);
    const fields = { account, method: "password" as const };
    const first = await replace("the first password");
    const second = await replace("the second password");
    expect(await createSession(documents, { ...fields, passwordHash: first }, now)).toBeNull();
    let attempts = 0;
    const racing: DocumentStore = {
      ...documents,
      async commit(operations) {
        attempts += 1;
        if (attempts === 1) await replace("the third password");
        return documents.commit(operations);
      },
    };
    expect(await createSession(racing, { ...fields, passwordHash: second }, now)).toBeNull();
    expect(attempts).toBe(1);
    expect(await listSessions(documents, account, { limit: 10 })).toEqual([]);
  });

  it("omits the sessions that a new password ended from reads and lists before they are deleted", async () => {
    const ended = [];
    const { token } = await begin();
    for (let count = 0; count < 4; count++) ended.push((await begin()).session.id);
    const found = await getAccount(documents, account);
    if (!found) throw new Error("The account is gone.");
    await documents.commit([accounts.replace(found, { ...found.value, sessionEpoch: 1 })]);
    const valid = [];
    for (let count = 0; count < 3; count++) valid.push((await begin()).session.id);
    expect(await resume(token)).toBeNull();
    for (const id of ended) expect(await getSession(documents, { account, id }, now)).toBeNull();
    for (const id of valid) expect((await getSession(documents, { account, id }, now))?.id).toBe(id);
    const first = await listSessions(documents, account, { limit: 2 });
    const second = await listSessions(documents, account, { limit: 2, after: first.at(-1)?.id ?? "" });
    expect([first.length, second.length]).toEqual([2, 1]);
    expect([...first, ...second].map(({ id }) => id)).toEqual(valid.toSorted());
    expect(await endSessions(documents, account)).toBe(8);
    expect(await documents.list("sessions/", { limit: 10 })).toEqual([]);
  });

  it("ends a session in time even if the clock of the store is slow", async () => {
    const { session, token } = await begin();
    expect((await getSession(documents, { account, id: session.id }, start + 14 * day - 1))?.id).toBe(
      session.id,
    );
    expect(await getSession(documents, { account, id: session.id }, start + 14 * day)).toBeNull();
    expect(await resumeSession(documents, token, start + 14 * day)).toBeNull();
    expect((await resumeSession(documents, token, start + 14 * day - 1))?.session.id).toBe(session.id);
  });

  it("resumes the sessions of a suspended account, and none of a closed one", async () => {
    const { token } = await begin();
    const stores = { documents, usage: memoryUsage() };
    await setStatus(stores, account, "suspended");
    const resumed = await resumeSession(documents, token, now);
    expect(resumed?.account.status).toBe("suspended");
    expect(() => resumed && requireActive(resumed.account)).toThrow(`The account ${account} is suspended.`);
    await closeAccount(stores, account, now);
    expect(await resume(token)).toBeNull();
  });

  it("ends the sessions beyond a maximum that were unused for longest, but never the kept one", async () => {
    const begun = [];
    for (let count = 0; count < 4; count++, now += day) begun.push((await begin()).session.id);
    const [oldest, , , newest] = begun;
    await endOldestSessions(documents, account, { at: now, most: 2, kept: oldest ?? "" });
    const left = await listSessions(documents, account, { limit: 10 });
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([oldest, newest]));
  });

  it("removes every document of a session when it ends", async () => {
    const stored = async () =>
      (await documents.list("", { limit: 100 })).filter(({ key }) => !/^audit(-log)?\//.test(key));
    const before = await stored();
    const { session } = await begin();
    expect(await endSession(documents, { account, id: session.id })).toBe(true);
    expect(await endSession(documents, { account, id: session.id })).toBe(false);
    expect(await stored()).toEqual(before);
  });

  it("ends any number of sessions together, except the one to keep", async () => {
    const begun = [];
    for (let count = 0; count < 230; count++) begun.push((await begin()).session.id);
    expect(await endSessions(documents, account, { kept: begun[100] })).toBe(229);
    expect((await listSessions(documents, account, { limit: 10 })).map(({ id }) => id)).toEqual([begun[100]]);
    expect(await endSessions(documents, account)).toBe(1);
  });
});
