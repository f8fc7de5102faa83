import { join } from "node:path";
import { rotateSigningKeys } from "@tools-api/adapters/auth/access-token";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { findAccountByEmail, sessionSecret, setStatus, type Stores } from "@tools-api/core/accounts";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  agree,
  type Browser,
  openBrowser,
  registerClient,
  type RegisteredClient,
  signUp,
} from "../../engines/cookie-browser.ts";
import { type StartedServer, startServer, startServerHere, temporaryFolder } from "../server-process.ts";

const callback = "https://app.example/callback";
const folder = temporaryFolder();
const path = join(folder.path, "state.db");
// One of them is this process.
let servers: [StartedServer, StartedServer];
let stores: Stores;
let closeStores: () => Promise<void>;
let owner: Browser;
let user: Browser;

beforeAll(async () => {
  const settings = {
    DATABASE_URL: `sqlite:${path}`,
    PUBLIC_URL: "http://tools.example",
    SIGN_UP: "open",
    LOG_LEVEL: "silent",
  };
  servers = [await startServer(settings), await startServerHere(settings)];
  const databases = [await openSqlite(path), await openSqlite(path)] as const;
  stores = {
    documents: sqliteDocuments({ database: databases[0] }),
    usage: sqliteUsage({ database: databases[1] }),
  };
  closeStores = async () => {
    await Promise.all([stores.documents.close(), stores.usage.close()]);
    for (const database of databases) database.close();
  };
  [owner, user] = [openBrowser(servers[0].url), openBrowser(servers[0].url)];
  await signUp(owner, "grace@example.com");
  await signUp(user, "ada@example.com");
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await closeStores();
  folder.remove();
});

/** Posts a form with the client's credentials to one of the servers. */
async function post(
  server: StartedServer,
  endpoint: string,
  { id, secret }: RegisteredClient,
  form: Record<string, string>,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ client_id: id, client_secret: secret, ...form });
  const response = await fetch(`${server.url}/oauth/${endpoint}`, { method: "POST", body });
  // Each response of these endpoints is a JSON object.
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${endpoint}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** Returns an access token with which a client acts for the user. */
async function userToken(client: RegisteredClient): Promise<string> {
  const verifier = generateRandomCodeVerifier();
  const request = new URL("http://tools.example/oauth/authorize");
  request.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: callback,
    response_type: "code",
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  const code = (await agree(user, request)).searchParams.get("code") ?? "";
  const exchanged = await post(servers[0], "token", client, {
    grant_type: "authorization_code",
    redirect_uri: callback,
    code_verifier: verifier,
    code,
  });
  return String(exchanged["access_token"]);
}

async function ownToken(client: RegisteredClient): Promise<string> {
  const answer = await post(servers[0], "token", client, { grant_type: "client_credentials" });
  return String(answer["access_token"]);
}

/** Returns the statuses of a call with a token in both processes. */
function statuses(token: string): Promise<number[]> {
  return Promise.all(
    servers.map(async ({ url }) => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/v1/user/profile`, { headers });
      await response.body?.cancel();
      return response.status;
    }),
  );
}

function patchClient({ id }: RegisteredClient, fields: object): Promise<Response> {
  return owner.send(`/account/clients/${id}`, fields, "PATCH");
}

describe("an access token that two processes have cached", () => {
  it("loses the scopes that its client loses, at the next call in both processes", async () => {
    const app = await registerClient(owner, { name: "Reader", redirect_uris: [callback] });
    const token = await userToken(app);
    expect(await statuses(token)).toEqual([200, 200]);
    expect((await patchClient(app, { scopes: ["text:analyze"] })).status).toBe(200);
    expect(await statuses(token)).toEqual([403, 403]);
    expect((await patchClient(app, { scopes: ["text:analyze", "profile:read"] })).status).toBe(200);
    expect(await statuses(token)).toEqual([200, 200]);
  });

  it("is rejected at the next call in both processes while the client's owner is suspended", async () => {
    const another = openBrowser(servers[0].url);
    await signUp(another, "another@example.com");
    const app = await registerClient(another, { name: "Reader", redirect_uris: [callback] });
    const token = await userToken(app);
    const account = (await findAccountByEmail(stores.documents, "another@example.com"))?.id ?? "";
    expect(await statuses(token)).toEqual([200, 200]);
    await setStatus(stores, account, "suspended");
    expect(await statuses(token)).toEqual([401, 401]);
    await setStatus(stores, account, "active");
    expect(await statuses(token)).toEqual([200, 200]);
  });

  it("is rejected at the next call in both processes after its revocation, and no other token is", async () => {
    const worker = await registerClient(owner, { name: "Nightly" });
    const app = await registerClient(owner, { name: "Reader", redirect_uris: [callback] });
    const kept = [await ownToken(worker), await userToken(app)];
    for (const token of kept) expect(await statuses(token)).toEqual([200, 200]);
    const ended: string[] = [];
    for (let round = 0; round < 5; round++) {
      const tokens = await Promise.all(Array.from({ length: 25 }, () => ownToken(worker)));
      kept.push(await ownToken(worker));
      expect(await statuses(tokens[0] ?? "")).toEqual([200, 200]);
      await Promise.all(
        tokens.map((token, index) => post(servers[index % 2] ?? servers[0], "revoke", worker, { token })),
      );
      kept.push(await ownToken(worker));
      ended.push(...tokens);
    }
    for (const token of kept) expect(await statuses(token)).toEqual([200, 200]);
    for (const token of ended) expect(await statuses(token)).toEqual([401, 401]);
    const another = await userToken(app);
    const revoked = kept[1] ?? "";
    await post(servers[1], "revoke", app, { token: revoked });
    expect(await statuses(revoked)).toEqual([401, 401]);
    expect(await statuses(another)).toEqual([200, 200]);
  });

  it("is rejected at the next call in both processes after its signing key was removed", async () => {
    const worker = await registerClient(owner, { name: "Nightly" });
    const token = await ownToken(worker);
    expect(await statuses(token)).toEqual([200, 200]);
    const { documents } = stores;
    await rotateSigningKeys({ documents, secret: () => sessionSecret(documents) }, { atOnce: true });
    expect(await statuses(token)).toEqual([401, 401]);
    expect(await statuses(await ownToken(worker))).toEqual([200, 200]);
  });
});
