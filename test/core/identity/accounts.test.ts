import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import {
  createAccount,
  createApiKey,
  findAccountByEmail,
  getAccount,
  listAccounts,
  listApiKeys,
  setApiKeyLimit,
  setPlan,
  setStatus,
} from "@tools-api/core/accounts";
import { apiKeyKey } from "@tools-api/core/internal";
import { beforeEach, describe, expect, it } from "vitest";

const at = Date.parse("2026-11-21T12:00:00Z");
let stores: { documents: ReturnType<typeof memoryDocuments>; usage: ReturnType<typeof memoryUsage> };

beforeEach(() => {
  stores = { documents: memoryDocuments(), usage: memoryUsage() };
});

describe("accounts", () => {
  it("creates an account on the free plan, and finds it by id and by e-mail address in any case", async () => {
    const account = await createAccount(stores.documents, { email: "Ada@Example.com", name: "Ada" }, at);
    expect(account).toMatchObject({
      email: "Ada@Example.com",
      name: "Ada",
      plan: "free",
      status: "active",
      dailyLimit: null,
      createdAt: at,
    });
    expect(account.id).toMatch(/^acct_[0-9A-Za-z]{22}$/);
    expect((await getAccount(stores.documents, account.id))?.value).toEqual(account);
    expect(await findAccountByEmail(stores.documents, "aDA@example.COM")).toEqual(account);
    expect(await findAccountByEmail(stores.documents, "bob@example.com")).toBeNull();
  });

  it("creates one account for an e-mail address, however many requests race", async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      createAccount(stores.documents, { email: index % 2 ? "a@b.org" : "A@B.org" }, at).catch(
        (error: unknown) => error,
      ),
    );
    const results = await Promise.all(attempts);
    expect(results.filter((result) => !(result instanceof Error))).toHaveLength(1);
    expect(await listAccounts(stores.documents, { limit: 10 })).toHaveLength(1);
  });

  it("keeps both of two account changes that race", async () => {
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, at);
    await Promise.all([setPlan(stores, id, "enterprise", 250_000), setStatus(stores, id, "suspended")]);
    expect((await getAccount(stores.documents, id))?.value).toMatchObject({
      plan: "enterprise",
      dailyLimit: 250_000,
      status: "suspended",
    });
  });

  it.each([
    [{ email: "nobody" }, "email: expected an email address"],
    [{ email: "" }, "email: expected an email address, received an empty string"],
    [{ email: "a@b.org", name: "n".repeat(201) }, "name: expected a string of at most 200 characters"],
  ])("rejects an account with %j", async (fields, message) => {
    await expect(createAccount(stores.documents, fields, at)).rejects.toThrow(message);
  });

  it("rejects a daily limit that is not a positive integer, and an unknown account", async () => {
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, at);
    await expect(setPlan(stores, id, "pro", 0)).rejects.toMatchObject({ code: "invalid_parameter" });
    await expect(setPlan(stores, "acct_none", "pro")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("API keys", () => {
  it("creates API keys without a daily cap by default, and reads older documents as uncapped", async () => {
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, at);
    const { apiKey } = await createApiKey(stores.documents, id, {}, at);
    expect(apiKey.dailyLimit).toBeNull();
    const key = apiKeyKey(id, apiKey.id);
    const stored = await stores.documents.get(key);
    // The JSON of an older release lacks the member.
    await stores.documents.commit([
      { key, value: Object.assign({}, stored?.value, { dailyLimit: undefined }) },
    ]);
    expect(await listApiKeys(stores.documents, id)).toEqual([apiKey]);
    const capped = await createApiKey(stores.documents, id, { dailyLimit: 50 }, at);
    expect(capped.apiKey.dailyLimit).toBe(50);
  });

  it("changes or removes the cap of an API key, and raises its fence", async () => {
    const { apiKey } = await createApiKey(stores.documents, "acct_1", { dailyLimit: 50 }, at);
    expect(await setApiKeyLimit(stores, apiKey.id, 7)).toEqual({ ...apiKey, dailyLimit: 7 });
    const stored = await stores.documents.get(apiKeyKey("acct_1", apiKey.id));
    const call = { account: "acct_1", endpoint: "profile", at, windows: [] };
    const fences = [{ id: apiKeyKey("acct_1", apiKey.id), revision: stored?.version ?? 0 }];
    const batch = { id: crypto.randomUUID(), at, items: [{ ...call, fences }] };
    expect(await stores.usage.consume(batch)).toMatchObject([{ outcome: "admitted" }]);
    expect(await setApiKeyLimit(stores, apiKey.id, null)).toMatchObject({ dailyLimit: null });
    const stale = { ...batch, id: crypto.randomUUID() };
    expect(await stores.usage.consume(stale)).toMatchObject([{ outcome: "stale" }]);
    await expect(setApiKeyLimit(stores, "key_none", 1)).rejects.toMatchObject({ code: "not_found" });
    for (const limit of [0, -1, 1.5, Number.NaN])
      await expect(setApiKeyLimit(stores, apiKey.id, limit)).rejects.toThrow(
        "dailyLimit: expected a positive integer, or null for no daily limit",
      );
  });

  it("generates API keys from equally likely characters", async () => {
    let counter = 0;
    const everyByte = (length: number) => Uint8Array.from({ length }, () => counter++ % 256);
    const counts = new Map<string, number>();
    for (let made = 0; made < 248; made++) {
      const { secret } = await createApiKey(memoryDocuments(), "acct_1", {}, at, { randomBytes: everyByte });
      for (const character of secret.slice(8, 40)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThan(12);
  });
});
