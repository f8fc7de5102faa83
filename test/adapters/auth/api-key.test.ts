import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { describeAuthenticator } from "@tools-api/adapters/testing";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { DocumentStore } from "@tools-api/core";
import {
  closeAccount,
  createAccount,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
  setPlan,
} from "@tools-api/core/accounts";
import { accounts } from "@tools-api/core/internal";
import { describe, expect, it } from "vitest";

/** Returns a well-formed key that no store contains. */
async function unknownKey(): Promise<string> {
  const elsewhere = memoryDocuments();
  const { secret } = await createApiKey(elsewhere, "acct_none", {}, { at: Date.now() });
  return secret;
}

function countingReads(documents: DocumentStore): { documents: DocumentStore; reads: () => number } {
  let reads = 0;
  const get: DocumentStore["get"] = (key) => {
    reads += 1;
    return documents.get(key);
  };
  return { documents: { ...documents, get }, reads: () => reads };
}

describeAuthenticator({
  name: "apiKeyAuthenticator",
  async create() {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const { documents, reads } = countingReads(stores.documents);
    return {
      authenticator: apiKeyAuthenticator({ documents, cacheSize: 20 }),
      usage: stores.usage,
      reads,
      guesses: ["tk_", "tk_live_short", ...(await Promise.all(Array.from({ length: 40 }, unknownKey)))],
      async issue() {
        const fields = { email: `${crypto.randomUUID()}@example.com` };
        const account = await createAccount(stores.documents, fields, { at: Date.now() });
        const { apiKey, secret } = await createApiKey(stores.documents, account.id, {}, { at: Date.now() });
        return {
          credential: secret,
          account: account.id,
          async revoke() {
            await revokeApiKey(stores, apiKey.id, Date.now());
          },
          async upgrade() {
            await setPlan(stores, account.id, { plan: "pro" });
          },
        };
      },
    };
  },
});

describe("apiKeyAuthenticator", () => {
  it("rejects a key from the instant of its expiry, cached or not", async () => {
    let now = Date.parse("2026-11-21T12:00:00Z");
    const clock = { now: () => now };
    const documents = memoryDocuments({ clock });
    const account = await createAccount(documents, { email: "ada@example.com" }, { at: now });
    const { secret } = await createApiKey(documents, account.id, { expiresAt: now + 1000 }, { at: now });
    const authenticator = apiKeyAuthenticator({ documents, clock });
    expect((await authenticator.authenticate(secret))?.credential.expiresAt).toBe(now + 1000);
    now += 999;
    expect(await authenticator.authenticate(secret)).not.toBeNull();
    now += 1;
    await expect(authenticator.authenticate(secret)).rejects.toMatchObject({
      code: "invalid_credentials",
      wasValid: true,
    });
  });

  it("rejects a rotated secret as a formerly valid one in a process that has cached it, on a fresh request", async () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const account = await createAccount(stores.documents, { email: "ada@example.com" }, { at: now });
    const { apiKey, secret } = await createApiKey(stores.documents, account.id, {}, { at: now });
    const [here, elsewhere] = [
      apiKeyAuthenticator({ documents: stores.documents }),
      apiKeyAuthenticator({ documents: stores.documents }),
    ];
    const remembered = await elsewhere.authenticate(secret);
    const rotated = await rotateApiKey(stores, apiKey.id, {}, { at: now });
    // The store compares this fence when it counts a call. The mismatch causes the fresh request.
    const fence = remembered?.fences.find(({ id }) => id.startsWith("keys/"));
    const current = await here.authenticate(rotated.secret);
    expect(current?.fences).toContainEqual({ id: fence?.id, revision: expect.any(Number) });
    expect(current?.fences).not.toContainEqual(fence);
    await expect(elsewhere.authenticate(secret, { fresh: true })).rejects.toMatchObject({
      code: "invalid_credentials",
      wasValid: true,
    });
  });

  it("rejects keys of a closed account as formerly valid", async () => {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const account = await createAccount(stores.documents, { email: "ada@example.com" }, { at: Date.now() });
    const { secret } = await createApiKey(stores.documents, account.id, {}, { at: Date.now() });
    await closeAccount(stores, account.id, Date.now());
    const authenticator = apiKeyAuthenticator({ documents: stores.documents });
    await expect(authenticator.authenticate(secret)).rejects.toMatchObject({ wasValid: true });
  });

  it("rejects keys of an account whose closing was interrupted before they were erased", async () => {
    const documents = memoryDocuments();
    const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
    const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
    await documents.commit([accounts.put(account, { ...account, status: "closed" })]);
    const authenticator = apiKeyAuthenticator({ documents });
    await expect(authenticator.authenticate(secret)).rejects.toMatchObject({ wasValid: true });
  });

  it("reads a rejected key again after at most 30 seconds", async () => {
    let now = Date.parse("2026-11-21T12:00:00Z");
    const clock = { now: () => now };
    const counted = countingReads(memoryDocuments({ clock }));
    const authenticator = apiKeyAuthenticator({ documents: counted.documents, clock });
    const key = await unknownKey();
    const attempt = () => authenticator.authenticate(key).catch(() => null);
    await attempt();
    await attempt();
    expect(counted.reads()).toBe(1);
    now += 30_001;
    await attempt();
    expect(counted.reads()).toBe(2);
  });
});
