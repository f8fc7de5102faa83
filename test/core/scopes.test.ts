import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { hasScope } from "@tools-api/core";
import { type ApiKey, createApiKey, getApiKey, type Stores, updateApiKey } from "@tools-api/core/accounts";
import { apiKeyKey } from "@tools-api/core/internal";
import { createOAuthClient } from "@tools-api/core/oauth";
import { beforeEach, describe, expect, it } from "vitest";
import { callScopes } from "../scopes.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
let stores: Stores;
beforeEach(() => {
  stores = { documents: memoryDocuments(), usage: memoryUsage() };
});

it("allows every call to a credential that was not narrowed, and never the management of the account", () => {
  for (const granted of [null, ["*"]]) {
    expect(hasScope(granted, "qr:create")).toBe(true);
    expect(hasScope(granted, "usage:read")).toBe(true);
    expect(hasScope(granted, "account:read")).toBe(false);
    expect(hasScope(granted, "account:write")).toBe(false);
    expect(hasScope(granted, "operator")).toBe(false);
  }
  expect(hasScope(["*", "account:read"], "account:read")).toBe(true);
  expect(hasScope(["*", "account:read"], "account:write")).toBe(false);
  expect(hasScope(callScopes, "qr:create")).toBe(false);
  expect(hasScope([], "usage:read")).toBe(false);
});

describe("the scopes of an API key", () => {
  const keyWith = async (scopes?: ApiKey["scopes"]) =>
    (await createApiKey(stores.documents, "acct_1", { scopes }, { at: now })).apiKey;
  const stored = async ({ id }: ApiKey) =>
    (await stores.documents.get(apiKeyKey("acct_1", id)))?.value as Record<string, unknown>;
  const read = async ({ id }: ApiKey) => (await getApiKey(stores.documents, "acct_1", id)).scopes;

  /** Stores the key as releases before tools were data did. */
  async function storeEarlier(apiKey: ApiKey, scopes: string[]): Promise<void> {
    const key = apiKeyKey("acct_1", apiKey.id);
    await stores.documents.commit([{ key, value: { ...(await stored(apiKey)), scopes } }]);
  }

  it("are null by default, and are read as they were written", async () => {
    expect((await stored(await keyWith()))["scopes"]).toBeNull();
    for (const scopes of [null, ["*", "account:write"], ["usage:read"], callScopes])
      expect(await read(await keyWith(scopes))).toEqual(scopes);
  });

  it("that an earlier release stored as the list of all four include the calls of later tools", async () => {
    const apiKey = await keyWith();
    await storeEarlier(apiKey, callScopes.toReversed());
    expect(await read(apiKey)).toBeNull();
    await storeEarlier(apiKey, ["account:read", ...callScopes, "account:write"]);
    expect(await read(apiKey)).toEqual(["*", "account:read", "account:write"]);
    await storeEarlier(apiKey, callScopes.slice(1));
    expect(await read(apiKey)).toEqual(callScopes.slice(1));
    await updateApiKey(stores, apiKey.id, { name: "renamed" });
    expect(await read(apiKey)).toEqual(callScopes.slice(1));
  });

  it("stay narrow if the owner has chosen the four from more, also after other changes", async () => {
    const apiKey = await keyWith(callScopes);
    await updateApiKey(stores, apiKey.id, { name: "renamed" });
    expect(hasScope(await read(apiKey), "qr:create")).toBe(false);
  });

  it("can be reduced from every call, and never extended to it", async () => {
    const apiKey = await keyWith(["*", "account:write"]);
    const reduce = (scopes: ApiKey["scopes"]) => updateApiKey(stores, apiKey.id, { scopes });
    expect((await reduce(null)).scopes).toBeNull();
    await expect(reduce(["*", "account:write"])).rejects.toMatchObject({ code: "invalid_parameter" });
    expect((await reduce(["qr:create"])).scopes).toEqual(["qr:create"]);
    for (const wider of [null, ["*"], ["qr:create", "usage:read"]])
      await expect(reduce(wider)).rejects.toMatchObject({
        code: "invalid_parameter",
        message: expect.stringContaining(
          "scopes: expected only scopes of the key (qr:create), received also",
        ),
      });
  });
});

it.each(["text", "Text:analyze", "text:", "a:b:c", "text analyze", "*:read", ""])(
  "rejects %j, which does not have the form of a scope",
  async (scope) => {
    const { documents } = stores;
    const received = scope === "" ? "an empty string" : JSON.stringify(scope);
    await expect(createApiKey(documents, "acct_1", { scopes: [scope] }, { at: now })).rejects.toThrow(
      `scopes.0: expected a scope such as usage:read, received ${received}`,
    );
    const client = { name: "App", scopes: ["usage:read", scope] };
    await expect(createOAuthClient(documents, "acct_1", client, { at: now })).rejects.toThrow(
      `scopes.1: expected a scope such as usage:read, received ${received}`,
    );
  },
);
