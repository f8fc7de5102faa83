import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import {
  type Account,
  type AccountSearch,
  changeAccount,
  closeAccount,
  createAccount,
  createApiKey,
  findAccountByEmail,
  getAccount,
  listAccounts,
  listApiKeys,
  searchAccounts,
  setApiKeyLimit,
  setPlan,
  setStatus,
} from "@tools-api/core/accounts";
import { apiKeyKey } from "@tools-api/core/internal";
import { beforeEach, describe, expect, it } from "vitest";
import { defaultPlans, ToolsError } from "@tools-api/core";
import { buildDirectory, changePlan, recordFailedPayment } from "@tools-api/core/billing";

const at = Date.parse("2026-11-21T12:00:00Z");
let stores: { documents: ReturnType<typeof memoryDocuments>; usage: ReturnType<typeof memoryUsage> };

beforeEach(() => {
  stores = { documents: memoryDocuments(), usage: memoryUsage() };
});

describe("accounts", () => {
  it("creates an account on the free plan, and finds it by id and by e-mail address in any case", async () => {
    const account = await createAccount(stores.documents, { email: "Ada@Example.com", name: "Ada" }, { at });
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

  it.each([
    ["name/surname@example.com", "Name/Surname@example.com"],
    ["a&b=c!#$%'*+?^_`{|}~-@example.com", "A&b=c!#$%'*+?^_`{|}~-@EXAMPLE.com"],
    ["user@münchen.example", "user@xn--mnchen-3ya.example"],
    ["user@ПОЧТА.рф", "user@xn--80a1acny.xn--p1ai"],
    ["user@ｅｘａｍｐｌｅ。com", "user@example.com"],
  ])("finds the account of %s also as %s", async (email, other) => {
    const account = await createAccount(stores.documents, { email }, { at });
    expect(account.email).toMatch(/^[!-~]+$/);
    expect(await findAccountByEmail(stores.documents, other)).toEqual(account);
    await expect(createAccount(stores.documents, { email: other }, { at })).rejects.toThrow("email");
  });

  it.each([
    "a b@example.com",
    "a@b",
    "a..b@example.com",
    ".a@example.com",
    "a@-b.com",
    "a@1.2",
    "jörg@example.com",
    "a@b%2ecom",
  ])("refuses %j, which is no e-mail address", async (email) => {
    await expect(createAccount(stores.documents, { email }, { at })).rejects.toThrow("email: expected");
  });

  it("creates one account for an e-mail address, however many requests race", async () => {
    const attempts = Array.from({ length: 20 }, (_, index) =>
      createAccount(stores.documents, { email: index % 2 ? "a@b.org" : "A@B.org" }, { at }).catch(
        (error: unknown) => error,
      ),
    );
    const results = await Promise.all(attempts);
    expect(results.filter((result) => !(result instanceof Error))).toHaveLength(1);
    expect(await listAccounts(stores.documents, { limit: 10 })).toHaveLength(1);
  });

  it("keeps both of two account changes that race", async () => {
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at });
    await Promise.all([
      setPlan(stores, id, { plan: "enterprise", dailyLimit: 250_000 }),
      setStatus(stores, id, "suspended"),
    ]);
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
    await expect(createAccount(stores.documents, fields, { at })).rejects.toThrow(message);
  });

  it("rejects a daily limit that is not a positive integer, and an unknown account", async () => {
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at });
    await expect(setPlan(stores, id, { plan: "pro", dailyLimit: 0 })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    await expect(setPlan(stores, "acct_none", { plan: "pro" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("API keys", () => {
  it("creates API keys without a daily cap by default, and reads older documents as uncapped", async () => {
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at });
    const { apiKey } = await createApiKey(stores.documents, id, {}, { at });
    expect(apiKey.dailyLimit).toBeNull();
    const key = apiKeyKey(id, apiKey.id);
    const stored = await stores.documents.get(key);
    // The JSON of an older release lacks the member.
    await stores.documents.commit([
      { key, value: Object.assign({}, stored?.value, { dailyLimit: undefined }) },
    ]);
    expect(await listApiKeys(stores.documents, id)).toEqual([apiKey]);
    const capped = await createApiKey(stores.documents, id, { dailyLimit: 50 }, { at });
    expect(capped.apiKey.dailyLimit).toBe(50);
  });

  it("changes or removes the cap of an API key, and raises its fence", async () => {
    const { apiKey } = await createApiKey(stores.documents, "acct_1", { dailyLimit: 50 }, { at });
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
      const { secret } = await createApiKey(memoryDocuments(), "acct_1", {}, { at, randomBytes: everyByte });
      for (const character of secret.slice(8, 40)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThan(12);
  });
});

const open = (email: string, name = "") => createAccount(stores.documents, { email, name }, { at });

/** Returns the addresses of all pages. */
async function find(search: Omit<AccountSearch, "limit">, limit = 50): Promise<string[]> {
  const found: Account[] = [];
  for (let after: string | undefined; ;) {
    const page = await searchAccounts(stores.documents, { ...search, after, limit });
    expect(page.accounts.length).toBeLessThanOrEqual(limit);
    found.push(...page.accounts);
    if (page.next === null) return found.map(({ email }) => email).toSorted();
    after = page.next;
  }
}

describe("searchAccounts", () => {
  it("finds accounts by the beginning of the address, its domain and the words of the name, in any case", async () => {
    await open("ada@example.com", "Ada Lovelace");
    await open("bob@example.com", "Bob Adams");
    await open("eve@corp.example", "José Ångström");
    expect(await find({ query: "ADA" })).toEqual(["ada@example.com", "bob@example.com"]);
    expect(await find({ query: "@example.com" })).toEqual(["ada@example.com", "bob@example.com"]);
    expect(await find({ query: " love  ada " })).toEqual(["ada@example.com"]);
    expect(await find({ query: "jose" })).toEqual(["eve@corp.example"]);
    expect(await find({ query: "angs" })).toEqual(["eve@corp.example"]);
    expect(await find({ query: "nobody" })).toEqual([]);
    expect(await find({})).toHaveLength(3);
  });

  it("finds an account by its id, the beginning of its id, and the id of one of its keys", async () => {
    const { id } = await open("ada@example.com");
    await open("bob@example.com");
    const { apiKey } = await createApiKey(stores.documents, id, { name: "ci" }, { at });
    for (const query of [id, id.slice(0, 12), apiKey.id])
      expect(await find({ query })).toEqual(["ada@example.com"]);
    expect(await find({ query: "key_missing" })).toEqual([]);
    expect(await find({ query: "acct_../x" })).toEqual(["ada@example.com", "bob@example.com"]);
  });

  it("lists an account once, although several of its words match", async () => {
    await open("ann@ann.example", "Ann Anna Annabel");
    expect(await find({ query: "ann" }, 1)).toEqual(["ann@ann.example"]);
  });

  it("fills the first page if a word begins the name and the address of many accounts", async () => {
    await Promise.all(Array.from({ length: 250 }, (_, index) => open(`ada.${index}@example.com`, "Ada")));
    const page = await searchAccounts(stores.documents, { query: "ada", limit: 50 });
    expect(page.accounts).toHaveLength(50);
    expect(await find({ query: "ada" })).toHaveLength(250);
  });

  it("follows every change of address, name, plan and status in the same commit", async () => {
    const { id } = await open("ada@example.com", "Ada");
    await setPlan(stores, id, { plan: "pro" });
    expect(await find({ plan: "pro" })).toEqual(["ada@example.com"]);
    await changeAccount(stores, id, { email: "countess@example.org", name: "Lovelace" });
    expect(await find({ query: "ada" })).toEqual([]);
    expect(await find({ query: "lovel", plan: "pro" })).toEqual(["countess@example.org"]);
    await setStatus(stores, id, "suspended");
    expect(await find({ status: "suspended" })).toEqual(["countess@example.org"]);
    expect(await find({ status: "active" })).toEqual([]);
    await setStatus(stores, id, "active");
    expect(await find({ status: "suspended" })).toEqual([]);
    await closeAccount(stores, id, at);
    expect(await find({ query: "countess" })).toEqual([]);
    expect(await find({ status: "closed" })).toEqual([""]);
    expect((await stores.documents.list("directory/terms/", { limit: 10 })).length).toBe(0);
  });

  it("lists accounts that are past due until they have paid or lost the plan", async () => {
    const { id } = await open("ada@example.com");
    const billing = { ...stores, plans: defaultPlans };
    await changePlan(billing, id, { plan: "pro" }, { now: at });
    expect(await find({ pastDue: true })).toEqual([]);
    await recordFailedPayment(billing, { account: id, id: "00000001" }, { attempt: 0 }, at);
    expect(await find({ pastDue: true, plan: "pro" })).toEqual(["ada@example.com"]);
    expect(await find({ pastDue: true, plan: "enterprise" })).toEqual([]);
  });

  it("reads at most 200 entries for a page, and continues after a page without a match", async () => {
    for (let index = 0; index < 450; index++) await open(`user${index}@example.com`);
    await setPlan(stores, (await open("userzz@example.com")).id, { plan: "pro" });
    let reads = 0;
    const documents = {
      ...stores.documents,
      list: async (...list: Parameters<typeof stores.documents.list>) => {
        const found = await stores.documents.list(...list);
        reads += found.length;
        return found;
      },
    };
    const page = await searchAccounts(documents, { query: "user", plan: "pro", limit: 50 });
    expect(page.accounts).toEqual([]);
    expect(reads).toBe(200);
    expect(await find({ query: "user", plan: "pro" })).toEqual(["userzz@example.com"]);
    expect(await find({ query: "user" }, 7)).toHaveLength(451);
  });

  it("rejects the cursor of another search", async () => {
    const searching = searchAccounts(stores.documents, { query: "a", after: "accounts/acct_1", limit: 1 });
    await expect(searching).rejects.toThrow(ToolsError);
    await expect(searching).rejects.toThrow("after: expected the next of a page of the same search");
  });
});

describe("buildDirectory", () => {
  it("adds accounts of earlier releases, with two processes at work and after an interruption", async () => {
    for (let index = 0; index < 90; index++) await open(`user${index}@example.com`, `Name${index}`);
    const pastDue = await open("late@example.com");
    const billing = { ...stores, plans: defaultPlans };
    await changePlan(billing, pastDue.id, { plan: "pro" }, { now: at });
    await recordFailedPayment(billing, { account: pastDue.id, id: "00000001" }, { attempt: 0 }, at);
    const entries = await stores.documents.list("directory/", { limit: 1000 });
    await stores.documents.commit(entries.map(({ key }) => ({ key })));
    expect(await find({ query: "user" })).toEqual([]);
    const interrupted = new AbortController();
    const first = buildDirectory(stores.documents, { signal: interrupted.signal });
    interrupted.abort();
    await first;
    await Promise.all([buildDirectory(stores.documents), buildDirectory(stores.documents)]);
    expect(await stores.documents.list("directory/", { limit: 1000 })).toEqual(
      entries.map(({ key, value }) => ({ key, value, version: expect.any(Number) as number })),
    );
    expect(await find({ pastDue: true })).toEqual(["late@example.com"]);
  });
});
