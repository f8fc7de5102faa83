import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import type { Clock, DocumentStore } from "@tools-api/core";
import {
  createApiKey,
  listApiKeys,
  pageOfApiKeysIn,
  revokeApiKey,
  rotateApiKey,
  type Stores,
} from "@tools-api/core/accounts";
import { apiKeyKey, oauthClientKey } from "@tools-api/core/internal";
import {
  createOAuthClient,
  getOAuthClient,
  pageOfOAuthClientsIn,
  revokeOAuthClient,
} from "@tools-api/core/oauth";
import { beforeEach, describe, expect, it } from "vitest";

const account = "acct_1";
const owner = { id: account };
const dayMs = 86_400_000;
let now: number;
let stores: Stores;
beforeEach(() => {
  now = Date.parse("2026-11-21T12:00:00Z");
  stores = { documents: memoryDocuments({ clock: { now: () => now } }), usage: memoryUsage() };
});

const create = (fields: Parameters<typeof createApiKey>[2] = {}) =>
  createApiKey(stores.documents, account, fields, { at: now });

const pageIn = (state: "active" | "ended", limit = 100, after?: string) =>
  pageOfApiKeysIn(stores.documents, owner, { state, limit, after }, now);

const full = {
  code: "conflict",
  message: "The account already has 100 API keys, the maximum. Revoke a key first.",
};

/** Returns the keys of all stored documents with a prefix. */
async function stored(prefix: string): Promise<string[]> {
  return (await stores.documents.list(prefix, { limit: 100_000 })).map(({ key }) => key);
}

/** Returns the keys of all stored documents except those of the audit log, which expire. */
async function storedCredentials(): Promise<string[]> {
  return (await stored("")).filter((key) => !/^audit(-log)?\//.test(key));
}

/** Wraps a store and counts the documents that it reads. */
function countingReads(documents: DocumentStore) {
  const counter = { reads: 0 };
  const counting: DocumentStore = {
    ...documents,
    async get(key) {
      counter.reads += 1;
      return documents.get(key);
    },
    async list(prefix, page) {
      const found = await documents.list(prefix, page);
      counter.reads += found.length + 1;
      return found;
    },
  };
  return { counter, counting };
}

describe("the limit on API keys", () => {
  it("admits exactly 100 active keys, however many are created in parallel", async () => {
    const made = await Promise.allSettled(Array.from({ length: 130 }, () => create()));
    const refused = made.filter((each) => each.status === "rejected");
    expect(refused).toHaveLength(30);
    expect(refused[0]?.reason).toMatchObject(full);
    expect(await listApiKeys(stores.documents, account)).toHaveLength(100);
  });

  it("counts the end of a key once if it is revoked twice, in parallel, or after it has expired", async () => {
    const { apiKey } = await create({ expiresAt: now + 10 });
    await Promise.all(Array.from({ length: 5 }, () => revokeApiKey(stores, apiKey.id, now)));
    const expired = await create({ expiresAt: now + 10 });
    now += 20;
    expect((await pageIn("active")).items).toEqual([]);
    await revokeApiKey(stores, expired.apiKey.id, now);
    await Promise.all(Array.from({ length: 100 }, () => create()));
    await expect(create()).rejects.toMatchObject(full);
  });
});

describe("ended API keys", () => {
  it("deletes a key that has ended, with all documents that refer to it, exactly 90 days after its end", async () => {
    const revoked = await create();
    await rotateApiKey(stores, revoked.apiKey.id, {}, { at: now });
    await create({ expiresAt: now + dayMs });
    await create();
    await revokeApiKey(stores, revoked.apiKey.id, now);
    now += 90 * dayMs - 1;
    expect(await listApiKeys(stores.documents, account)).toHaveLength(3);
    now += 1;
    expect(await stores.documents.get(apiKeyKey(account, revoked.apiKey.id))).toBeNull();
    expect(await listApiKeys(stores.documents, account)).toHaveLength(2);
    now += dayMs;
    expect(await listApiKeys(stores.documents, account)).toHaveLength(1);
    expect([await stored("key-digests/"), await stored("key-owners/")].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  it("keeps up to 1,000 ended keys: creating, rotating and revoking in a loop does not fill the store", async () => {
    for (let made = 0; made < 1100; made++) {
      const { apiKey } = await create();
      await revokeApiKey(stores, apiKey.id, now);
    }
    const before = (await storedCredentials()).length;
    for (let made = 0; made < 50; made++) {
      const { apiKey } = await create();
      await revokeApiKey(stores, apiKey.id, now);
    }
    const { apiKey } = await create();
    for (let made = 0; made < 50; made++) await rotateApiKey(stores, apiKey.id, {}, { at: now });
    expect((await storedCredentials()).length).toBeLessThan(before + 30);
    expect(await listApiKeys(stores.documents, account)).toHaveLength(1001);
  });

  it("lists ended keys by pages, the last to end first, without a cost for a page of active keys", async () => {
    const names = Array.from({ length: 120 }, (_, index) => `key ${index}`);
    for (const name of names) await revokeApiKey(stores, (await create({ name })).apiKey.id, now);
    await create({ name: "first" });
    now += 1;
    await create({ name: "second" });
    const seen: string[] = [];
    for (let after: string | undefined | null; after !== null;) {
      const page = await pageIn("ended", 50, after);
      seen.push(...page.items.map(({ name }) => name));
      after = page.next;
    }
    expect(seen).toEqual(names.toReversed());
    const { counter, counting } = countingReads(stores.documents);
    const page = { state: "active", limit: 50 } as const;
    const { items } = await pageOfApiKeysIn(counting, owner, page, now);
    expect(items.map(({ name }) => name)).toEqual(["second", "first"]);
    expect(counter.reads).toBeLessThan(10);
  });
});

describe("API keys of a release without counts", () => {
  /** Stores a key in the form of that release. */
  async function store(index: number, revokedAt: string | null): Promise<string> {
    const id = `key_${String(index).padStart(22, "0")}`;
    const createdAt = new Date(now).toISOString();
    const key = {
      id,
      account,
      name: `old ${index}`,
      scopes: ["profile:read"],
      createdAt,
      expiresAt: null,
      revokedAt,
    };
    await stores.documents.commit([
      { key: apiKeyKey(account, id), value: key },
      { key: `key-owners/${id}`, value: { account, key: id } },
    ]);
    return id;
  }

  it("counts uncounted keys at the first read, even by several processes in parallel", async () => {
    for (let index = 0; index < 80; index++) await store(index, null);
    for (let index = 80; index < 200; index++) await store(index, new Date(now).toISOString());
    const pages = await Promise.all(Array.from({ length: 4 }, () => pageIn("active")));
    for (const { items } of pages) expect(items).toHaveLength(80);
    expect((await pageIn("ended", 100)).items).toHaveLength(100);
    const made = await Promise.allSettled(Array.from({ length: 30 }, () => create()));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    now += 90 * dayMs;
    expect(await listApiKeys(stores.documents, account)).toHaveLength(100);
  });

  it("reads 2,000 active keys by the page", async () => {
    for (let index = 0; index < 2000; index++) await store(index, null);
    expect((await pageIn("active", 50)).items).toHaveLength(50);
    const { counter, counting } = countingReads(stores.documents);
    const page = { state: "active", limit: 50 } as const;
    const { items } = await pageOfApiKeysIn(counting, owner, page, now);
    expect(items).toHaveLength(50);
    expect(counter.reads).toBeLessThan(110);
  });
});

const app = { name: "App", scopes: ["usage:read"] };

describe("OAuth clients", () => {
  const register = () => createOAuthClient(stores.documents, account, app, { at: now });

  it("admits exactly 100 active OAuth clients, without counting revoked ones", async () => {
    for (let made = 0; made < 120; made++)
      await revokeOAuthClient(stores, { account, id: (await register()).client.id }, now);
    const made = await Promise.allSettled(Array.from({ length: 120 }, register));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    await expect(register()).rejects.toMatchObject({
      code: "conflict",
      message: "The account already has 100 OAuth clients, the maximum. Revoke a client first.",
    });
    const page = { state: "ended", limit: 50 } as const;
    expect((await pageOfOAuthClientsIn(stores, owner, page, now)).items).toHaveLength(50);
  });

  it("deletes an OAuth client 90 days after its revocation", async () => {
    const { client } = await register();
    await revokeOAuthClient(stores, { account, id: client.id }, now);
    now += 90 * dayMs - 1;
    expect(await getOAuthClient(stores.documents, account, client.id)).not.toBeNull();
    now += 1;
    expect(await stores.documents.get(oauthClientKey(account, client.id))).toBeNull();
    expect(await stored("client-owners/")).toEqual([]);
  });
});

describe.each([
  ["memory", async (clock: Clock) => memoryDocuments({ clock })],
  ["SQLite", async (clock: Clock) => sqliteDocuments({ database: await openSqlite(":memory:"), clock })],
] as const)("credentials without a document, in %s", (_, open) => {
  beforeEach(async () => {
    stores = { ...stores, documents: await open({ now: () => now }) };
  });

  const liveEntries = (kind: "keys" | "clients") => stored(`live-credentials/${kind}/`);

  it("admits 100 new keys 90 days after 100 keys expired, even without a list in between", async () => {
    for (let made = 0; made < 100; made++) await create({ expiresAt: now + dayMs });
    now += 91 * dayMs;
    expect(await stored("keys/")).toEqual([]);
    const made = await Promise.allSettled(Array.from({ length: 110 }, () => create()));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
    expect(await liveEntries("keys")).toHaveLength(100);
  });

  it("lists the keys that have a document, and removes the other index entries", async () => {
    const ids: string[] = [];
    for (let made = 0; made < 6; made++) {
      ids.unshift((await create()).apiKey.id);
      now += 1;
      await create({ expiresAt: now + dayMs });
      now += 1;
    }
    now += 91 * dayMs;
    const first = await pageIn("active", 4);
    const second = await pageIn("active", 4, first.next ?? undefined);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect([first.items.length, second.next]).toEqual([4, null]);
    expect(await liveEntries("keys")).toHaveLength(6);
    const made = await Promise.allSettled(Array.from({ length: 100 }, () => create()));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(94);
  });

  it.each([0, 1])(
    "lists OAuth clients at epoch %s, and removes index entries without a document",
    async (epoch) => {
      const clients = [];
      for (let made = 0; made < 3; made++)
        clients.push((await createOAuthClient(stores.documents, account, app, { at: now })).client);
      const [kept, ...gone] = clients;
      await stores.documents.commit(gone.map(({ id }) => ({ key: oauthClientKey(account, id) })));
      const page = { state: "active", limit: 2 } as const;
      const { items, next } = await pageOfOAuthClientsIn(
        stores,
        { ...owner, credentialEpoch: epoch },
        page,
        now,
      );
      expect([items.map(({ id }) => id), next]).toEqual([epoch === 0 ? [kept?.id] : [], null]);
      expect(await liveEntries("clients")).toHaveLength(1 - epoch);
    },
  );
});
