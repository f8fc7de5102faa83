import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import {
  apiKeyDigests,
  createApiKey,
  getApiKey,
  listApiKeys,
  plainDigests,
  revokeApiKey,
  rotateApiKey,
  type Stores,
  updateApiKey,
} from "@tools-api/core/accounts";
import { findApiKey } from "@tools-api/core/internal/identity";
import { apiKeyKey } from "@tools-api/core/internal";
import { beforeEach, describe, expect, it } from "vitest";

const dayMs = 86_400_000;
let now: number;
let stores: Stores;
beforeEach(() => {
  now = Date.parse("2026-11-21T12:00:00Z");
  stores = { documents: memoryDocuments({ clock: { now: () => now } }), usage: memoryUsage() };
});

const [older, newer] = ["o".repeat(32), "n".repeat(32)] as const;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}

/**
 * Returns the id of the key that a process with these peppers finds for a secret, or the reason why it finds
 * none.
 */
async function find(secret: string, peppers: readonly string[] = []) {
  const found = await findApiKey(stores.documents, apiKeyDigests(peppers), await sha256(secret), now);
  return typeof found === "string" ? found : found.value.id;
}

const digestsKept = async () =>
  (await stores.documents.list("key-digests/", { limit: 10 })).map(({ key }) => key.slice(12));

describe("digests of API keys", () => {
  it("stores the digest of a key as HMAC-SHA-256 under the pepper, so that the store alone does not reveal whether it has a key", async () => {
    const { apiKey, secret } = await createApiKey(
      stores.documents,
      "acct_1",
      {},
      { at: now, digests: apiKeyDigests([newer]) },
    );
    const plain = await sha256(secret);
    const name = { name: "HMAC", hash: "SHA-256" };
    const bytes = new TextEncoder();
    const key = await crypto.subtle.importKey("raw", bytes.encode(newer), name, false, ["sign"]);
    const signed = await crypto.subtle.sign("HMAC", key, bytes.encode(plain));
    expect(await digestsKept()).toEqual([Buffer.from(signed).toString("hex")]);
    expect(await find(secret, [newer])).toBe(apiKey.id);
    expect(await find(secret)).toBe("unknown");
    expect(await find(secret, [older])).toBe("unknown");
  });

  it("finds a digest without a pepper or under an older one, and moves it to the newest pepper at its first use", async () => {
    const made = [
      await createApiKey(stores.documents, "acct_1", {}, { at: now }),
      await createApiKey(stores.documents, "acct_1", {}, { at: now, digests: apiKeyDigests([older]) }),
    ];
    for (const { apiKey, secret } of made) {
      expect(await find(secret, [newer, older])).toBe(apiKey.id);
      expect(await find(secret, [newer])).toBe(apiKey.id);
    }
    // Processes without the new pepper keep working for a day.
    const [plain, peppered] = made;
    now += dayMs - 1;
    expect(await find(plain?.secret ?? "")).toBe(plain?.apiKey.id);
    expect(await find(peppered?.secret ?? "", [older])).toBe(peppered?.apiKey.id);
    now += 1;
    expect(await digestsKept()).toHaveLength(2);
    for (const { apiKey, secret } of made) expect(await find(secret, [newer])).toBe(apiKey.id);
    expect(await find(plain?.secret ?? "")).toBe("unknown");
  });

  it("finds a key for many parallel readers that move its digest, and stores the new digest once", async () => {
    const { apiKey, secret } = await createApiKey(stores.documents, "acct_1", {}, { at: now });
    const found = await Promise.all(Array.from({ length: 20 }, () => find(secret, [newer])));
    expect(new Set(found)).toEqual(new Set([apiKey.id]));
    now += dayMs;
    expect(await digestsKept()).toHaveLength(1);
  });
});

describe("rotation of API keys", () => {
  it("lets one of many parallel rotations succeed, so that no caller receives a secret that has ended", async () => {
    const { apiKey } = await createApiKey(stores.documents, "acct_1", {}, { at: now });
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, () => rotateApiKey(stores, apiKey.id, {}, { at: now })),
    );
    const won = attempts.filter((attempt) => attempt.status === "fulfilled");
    expect(won).toHaveLength(1);
    expect(await find(won[0]?.value.secret ?? "")).toBe(apiKey.id);
    const reasons = attempts.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason] : []));
    expect(reasons).toEqual(Array(9).fill(expect.objectContaining({ code: "conflict" })));
  });

  it("raises the fence of a rotated key, which ends the old secret in every process that has cached it", async () => {
    const { apiKey, secret } = await createApiKey(stores.documents, "acct_1", {}, { at: now });
    const before = await stores.documents.get(apiKeyKey("acct_1", apiKey.id));
    const fence = { id: apiKeyKey("acct_1", apiKey.id), revision: before?.version ?? 0 };
    await stores.usage.fence(fence.id, fence.revision);
    const call = { account: "acct_1", endpoint: "profile", at: now, windows: [], fences: [fence] };
    const consume = () => stores.usage.consume({ id: crypto.randomUUID(), at: now, items: [call] });
    expect(await consume()).toMatchObject([{ outcome: "admitted" }]);
    await rotateApiKey(stores, apiKey.id, {}, { at: now });
    expect(await consume()).toMatchObject([{ outcome: "stale" }]);
    expect(await find(secret)).toBe("ended");
  });

  it("keeps name, scopes, cap, addresses and expiry at a rotation, and ends a grace period by the expiry of the key", async () => {
    const fields = {
      name: "ci",
      scopes: ["usage:read" as const],
      dailyLimit: 9,
      allowedIps: ["192.0.2.0/24"],
      expiresAt: now + 60_000,
    };
    const { apiKey, secret } = await createApiKey(stores.documents, "acct_1", fields, { at: now });
    const rotated = await rotateApiKey(stores, apiKey.id, { graceSeconds: 3600 }, { at: now });
    const { generation, rotatedAt, previousEndsAt, ...kept } = rotated.apiKey;
    const { prefix, lastFour } = apiKey;
    const first = { generation: 1, rotatedAt: null, previousEndsAt: null, prefix, lastFour };
    expect({ ...kept, ...first }).toEqual(apiKey);
    expect([generation, rotatedAt, previousEndsAt]).toEqual([2, now, now + 3_600_000]);
    expect(await findApiKey(stores.documents, plainDigests, await sha256(secret), now)).toMatchObject({
      endsAt: now + 60_000,
    });
    now += 60_000;
    await expect(rotateApiKey(stores, apiKey.id, {}, { at: now })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("rejects the rotation of a revoked or unknown key, and ends a grace period at the revocation", async () => {
    const { apiKey, secret } = await createApiKey(stores.documents, "acct_1", {}, { at: now });
    const rotated = await rotateApiKey(stores, apiKey.id, { graceSeconds: 3600 }, { at: now });
    await revokeApiKey(stores, apiKey.id, now);
    expect([await find(secret), await find(rotated.secret)]).toEqual(["ended", "ended"]);
    await expect(rotateApiKey(stores, apiKey.id, {}, { at: now })).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(rotateApiKey(stores, "key_none", {}, { at: now })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("rotates keys from documents of releases without rotations", async () => {
    const { apiKey, secret } = await createApiKey(stores.documents, "acct_1", {}, { at: now });
    const {
      generation: _,
      rotatedAt: __,
      previousEndsAt: ___,
      ...before
    } = {
      ...apiKey,
      createdAt: new Date(apiKey.createdAt).toISOString(),
    };
    const entry = { account: "acct_1", key: apiKey.id };
    await stores.documents.commit([
      { key: apiKeyKey("acct_1", apiKey.id), value: before },
      { key: `key-digests/${await sha256(secret)}`, value: entry },
      { key: `key-owners/${apiKey.id}`, value: entry },
    ]);
    expect(await listApiKeys(stores.documents, "acct_1")).toEqual([apiKey]);
    expect(await find(secret)).toBe(apiKey.id);
    const rotated = await rotateApiKey(stores, apiKey.id, {}, { at: now });
    expect([await find(secret), await find(rotated.secret)]).toEqual(["ended", apiKey.id]);
  });
});

describe("changes of API keys", () => {
  it("renames and narrows a key, but never widens it or changes it once it is revoked", async () => {
    const { apiKey } = await createApiKey(
      stores.documents,
      "acct_1",
      { scopes: ["usage:read"] },
      { at: now },
    );
    expect(await updateApiKey(stores, apiKey.id, { name: "reports" })).toEqual({
      ...apiKey,
      name: "reports",
    });
    await expect(updateApiKey(stores, apiKey.id, { scopes: ["account:write"] })).rejects.toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "#/scopes" }],
    });
    await revokeApiKey(stores, apiKey.id, now);
    await expect(updateApiKey(stores, apiKey.id, { name: "x" })).rejects.toMatchObject({ code: "conflict" });
  });

  it("finds a key only in its own account, whatever characters the id has", async () => {
    const { apiKey } = await createApiKey(stores.documents, "acct_1", {}, { at: now });
    expect(await getApiKey(stores.documents, "acct_1", apiKey.id)).toEqual(apiKey);
    for (const [account, id] of [
      ["acct_2", apiKey.id],
      ["acct_2", `../acct_1/${apiKey.id}`],
      ["acct_1", ""],
      ["acct_1", `${apiKey.id}\0`],
    ] as const)
      await expect(getApiKey(stores.documents, account, id)).rejects.toMatchObject({ code: "not_found" });
  });
});
