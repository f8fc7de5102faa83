import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import {
  createOAuthClient,
  identifiesClient,
  listOAuthClients,
  matchesRedirectUri,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from "@tools-api/core/oauth";
import { digestForm, RepeatedRequest } from "@tools-api/core/internal";
import { expect, it } from "vitest";

const stores = { documents: memoryDocuments(), usage: memoryUsage() };

type Fields = Partial<Parameters<typeof createOAuthClient>[2]>;

const register = (fields: Fields) =>
  createOAuthClient(
    stores.documents,
    "acct_1",
    { name: "App", scopes: ["profile:read"], ...fields },
    { at: Date.now() },
  );

/** Returns the pointers of the invalid parameters. */
async function faultsOf(fields: Fields): Promise<string[]> {
  const error: unknown = await register(fields).catch((thrown: unknown) => thrown);
  // Errors that core throws on purpose have these members.
  return (error as { errors?: { pointer: string }[] }).errors?.map(({ pointer }) => pointer) ?? [];
}

it.each([
  "https://app.example",
  "https://app.example:8443/callback?tenant=1",
  "http://127.0.0.1/callback",
  "http://127.0.0.1:8080/callback",
  "http://[::1]/callback",
  "http://localhost:3000/callback",
  "com.example.app:/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "vscode://vscode.github-authentication/did-authenticate",
  "jetbrains://idea/callback",
  "myapp:/callback",
  `https://app.example/${"x".repeat(1980)}`,
])("accepts %s as a redirect URI", async (uri) => {
  expect((await register({ redirectUris: [uri] })).client.redirectUris).toEqual([uri]);
});

it.each([
  "",
  "/callback",
  "app.example/callback",
  "http://app.example/callback",
  "http://127.0.0.1.evil.example/",
  "http://localhost.evil.example/",
  "http://127.1/",
  "https:app.example",
  "https://APP.example/",
  "https://user@app.example/",
  "https://user:password@app.example/",
  "https://*.app.example/",
  "https://app.example/*",
  "https://app.example/#fragment",
  "https://app.example/\\evil.example",
  "https://app.example/ü",
  "https://app.example/ x",
  "https://app.example/\n",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "ftp://127.0.0.1/callback",
  "JavaScript://app.example/%0aalert(1)",
  "vbscript:x",
  "blob:https://app.example/x",
  "about:blank",
  `https://app.example/${"x".repeat(2000)}`,
])("rejects %j as a redirect URI", async (uri) => {
  expect(await faultsOf({ redirectUris: ["https://app.example/", uri] })).toEqual(["#/redirectUris/1"]);
});

it.each([
  ["http://127.0.0.1:8080/callback?a=1", true],
  ["http://127.0.0.1/callback?a=1", true],
  ["http://127.0.0.1:8080/callback", false],
  ["http://127.0.0.1:8080/other?a=1", false],
  ["http://[::1]:8080/callback?a=1", false],
  ["http://user@127.0.0.1:8080/callback?a=1", false],
  ["https://127.0.0.1:8080/callback?a=1", false],
  ["https://app.example/callback", true],
  ["https://app.example:8443/callback", false],
  ["https://app.example/callback/", false],
])(
  "compares %s with the registered redirect URIs, and ignores only the port of a loopback URI: %s",
  (uri, expected) => {
    const registered = ["https://app.example/callback", "http://127.0.0.1:3000/callback?a=1"];
    expect(matchesRedirectUri(registered, uri)).toBe(expected);
    expect(matchesRedirectUri([], uri)).toBe(false);
  },
);

it("identifies a client only by a redirect URI that no other app can receive", () => {
  const uris = ["https://app.example/", "http://127.0.0.1/", "com.example.app:/https://"];
  expect(uris.map(identifiesClient)).toEqual([true, false, false]);
});

it("rejects an invalid client with all of its errors together", async () => {
  const redirectUris = ["https://app.example/"];
  expect(await faultsOf({ name: " ", scopes: [], type: "public", redirectUris })).toEqual([
    "#/name",
    "#/scopes",
  ]);
  expect(await faultsOf({ name: "Tools\u202eIPA" })).toEqual(["#/name"]);
  expect(await faultsOf({ name: "Tools\nAPI" })).toEqual(["#/name"]);
  expect(await faultsOf({ type: "public" })).toEqual(["#/grantTypes"]);
  expect(await faultsOf({ redirectUris, grantTypes: ["client_credentials"] })).toEqual(["#/redirectUris"]);
  expect(await faultsOf({ grantTypes: ["authorization_code"] })).toEqual(["#/redirectUris"]);
  expect(await faultsOf({ grantTypes: ["refresh_token"] })).toEqual(["#/grantTypes"]);
});

it("never stores the secret of a client, and rejects changes to a revoked client", async () => {
  const { client, secret } = await register({});
  const stored = JSON.stringify(await stores.documents.list("", { limit: 1000 }));
  expect(secret).toMatch(/^tcs_/);
  expect(stored).not.toContain(secret);
  await revokeOAuthClient(stores, { account: "acct_1", id: client.id }, Date.now());
  await revokeOAuthClient(stores, { account: "acct_1", id: client.id }, Date.now());
  await expect(
    updateOAuthClient(stores, { account: "acct_1", id: client.id }, { name: "B" }),
  ).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(
    updateOAuthClient(stores, { account: "acct_2", id: client.id }, { name: "B" }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await listOAuthClients(stores.documents, "acct_2", { limit: 10 })).toEqual([]);
});

it("replaces a secret once for a form that is sent twice", async () => {
  const account = "acct_1";
  const { client } = await register({});
  const form = await digestForm({ account, key: "form-1", request: ["rotate-client-secret", client.id] });
  const rotate = () => rotateOAuthClientSecret(stores, { account, id: client.id }, { at: Date.now(), form });
  const { client: rotated } = await rotate();
  await expect(rotate()).rejects.toThrow(RepeatedRequest);
  const listed = await listOAuthClients(stores.documents, account, { limit: 100 });
  expect(listed.find(({ id }) => id === client.id)).toEqual(rotated);
});
