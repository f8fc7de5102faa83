import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { listAuditEntries } from "@tools-api/core/audit";
import { closeAccount } from "@tools-api/core/accounts";
import { failedAttempts } from "@tools-api/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../engines/free-port.ts";
import {
  attestation,
  type Deviation,
  softwarePasskey,
  type SoftwarePasskey,
} from "../../engines/software-passkey.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../account-server.ts";
import { startServerOn, temporaryFolder } from "../server-process.ts";

const password = "correct horse battery";
const origin = "http://tools.example";
const headers = { Origin: origin };
let now = Date.parse("2026-11-22T12:00:00Z");
let server: AccountServer;
let people = 0;

beforeAll(async () => {
  const clock = { now: () => now };
  const attempts = failedAttempts(1000, clock);
  server = await startAccounts({ clock, attempts, publicUrl: origin, documents: memoryDocuments({ clock }) });
});
afterAll(() => server.close());

/** Signs a new owner in. */
async function newOwner() {
  people += 1;
  const email = `passkey-${people}@example.com`;
  const account = await server.account(email, password);
  const browser = openBrowser(server.url);
  expect((await browser.post("/sign-in", { email, password }, headers)).status).toBe(303);
  return { account, browser, email };
}

type Options = Parameters<SoftwarePasskey["create"]>[0];
type Listed = { items: { id: string; name: string; last_used_at: string | null }[] };

function api(browser: Browser, method: string, path: string, body?: unknown): Promise<Response> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, Cookie: cookie, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function creationOptions(browser: Browser): Promise<Options> {
  const response = await api(browser, "POST", "/account/passkey-options");
  // The documented response.
  return ((await response.json()) as { public_key: Options }).public_key;
}

async function add(browser: Browser, passkey: SoftwarePasskey, deviation?: Deviation): Promise<Response> {
  const credential: unknown = JSON.parse(passkey.create(await creationOptions(browser), deviation));
  return api(browser, "POST", "/account/passkeys", { name: "Laptop", credential, password });
}

async function signInOptions(url = server.url): Promise<{ challenge: string; rpId: string }> {
  // The documented options of WebAuthn.
  return (await (await fetch(`${url}/sign-in/passkey.json`)).json()) as { challenge: string; rpId: string };
}

function signIn(credential: string, next = "/keys"): Promise<Response> {
  return openBrowser(server.url).post("/sign-in/passkey", { credential, next }, headers);
}

/** Returns an owner with a passkey. */
async function ownerWithPasskey() {
  const owner = await newOwner();
  const passkey = softwarePasskey(origin);
  expect((await add(owner.browser, passkey)).status).toBe(201);
  return { ...owner, passkey };
}

describe("a passkey", () => {
  it("signs its owner in, leads to the next page of this server, and shows its last use", async () => {
    const { browser, passkey, account } = await ownerWithPasskey();
    const signedIn = await signIn(passkey.get(await signInOptions()));
    expect([signedIn.status, signedIn.headers.get("Location")]).toEqual([303, "/keys"]);
    const elsewhere = await signIn(passkey.get(await signInOptions()), "https://evil.example/");
    expect(elsewhere.headers.get("Location")).toBe("/");
    const { items } = (await (await api(browser, "GET", "/account/passkeys")).json()) as Listed;
    expect(items).toMatchObject([{ name: "Laptop", last_used_at: new Date(now).toISOString() }]);
    const log = await listAuditEntries(server.documents, account.id, { limit: 100 });
    expect(log.map(({ action, details }) => [action, details["method"] ?? details["name"]])).toContainEqual([
      "passkey.created",
      "Laptop",
    ]);
    expect(log.map(({ details }) => details["method"])).toContain("passkey");
  });

  it("is exported, works until it is removed with the password, and ends with its account", async () => {
    const { browser, passkey, account } = await ownerWithPasskey();
    const { passkeys } = (await (await api(browser, "GET", "/account/export")).json()) as {
      passkeys: Listed["items"];
    };
    const [{ id } = { id: "" }] = passkeys;
    expect(passkeys).toMatchObject([{ name: "Laptop" }]);
    expect((await api(browser, "DELETE", `/account/passkeys/${id}`, {})).status).toBe(422);
    expect((await signIn(passkey.get(await signInOptions()))).status).toBe(303);
    expect((await api(browser, "DELETE", `/account/passkeys/${id}`, { password })).status).toBe(204);
    expect((await signIn(passkey.get(await signInOptions()))).status).toBe(422);
    expect((await api(browser, "DELETE", `/account/passkeys/${id}`, { password })).status).toBe(404);
    expect((await add(browser, passkey)).status).toBe(201);
    await closeAccount(server, account.id, now);
    expect((await signIn(passkey.get(await signInOptions()))).status).toBe(422);
    expect(await server.documents.list("passkeys/", { limit: 100 })).not.toContainEqual(
      expect.objectContaining({ key: `passkeys/${account.id}` }),
    );
  });

  it("ends when the owner takes the account back and ends all credentials", async () => {
    const { browser, passkey } = await ownerWithPasskey();
    const change = { password: "another long password", current_password: password, end_credentials: true };
    expect((await api(browser, "PUT", "/account/password", change)).status).toBe(204);
    expect((await signIn(passkey.get(await signInOptions()))).status).toBe(422);
  });

  it("is refused after the tenth, also if several are added at the same time", async () => {
    const { browser } = await newOwner();
    const added = await Promise.all(
      Array.from({ length: 13 }, async () => (await add(browser, softwarePasskey(origin))).status),
    );
    expect(added.toSorted((a, b) => a - b)).toEqual([...Array<number>(10).fill(201), 409, 409, 409]);
  });

  it("is added only with the password, in a session", async () => {
    const { browser } = await newOwner();
    const credential: unknown = JSON.parse(softwarePasskey(origin).create(await creationOptions(browser)));
    for (const given of [{}, { password: "another one" }]) {
      const response = await api(browser, "POST", "/account/passkeys", { name: "x", credential, ...given });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain("#/password");
    }
    const { status } = await fetch(`${server.url}/account/passkey-options`, { method: "POST" });
    expect(status).toBe(401);
  });
});

describe("the registration of a passkey refuses", () => {
  it.each<[string, Deviation]>([
    ["the answer of another origin", { origin: "https://evil.example" }],
    ["the answer for another host", { rpId: "evil.example" }],
    ["another challenge", { challenge: Buffer.from("a".repeat(80)).toString("base64url") }],
    ["an answer without user verification", { isUserVerified: false }],
    ["malformed CBOR", { attestationObject: Buffer.from("a363666d74ffffff", "hex") }],
    ["deeply nested CBOR", { attestationObject: Buffer.alloc(10_000, 0x81) }],
    ["a huge length in CBOR", { attestationObject: Buffer.from("bbffffffffffffffff", "hex") }],
    [
      "an attestation with certificates, whose revocation lists the server would fetch",
      { attestationObject: attestation(Buffer.alloc(200), "packed", Buffer.from("a1637835638140", "hex")) },
    ],
  ])("%s", async (_, deviation) => {
    const { browser } = await newOwner();
    const response = await add(browser, softwarePasskey(origin), deviation);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("#/credential");
  });

  it("a challenge that was used, has expired, or is of another session or ceremony", async () => {
    const [{ browser }, other] = [await newOwner(), await newOwner()];
    const options = await creationOptions(browser);
    const send = (owner: Browser, answer: string) => {
      const credential: unknown = JSON.parse(answer);
      return api(owner, "POST", "/account/passkeys", { name: "Laptop", credential, password });
    };
    const passkey = () => softwarePasskey(origin);
    expect((await send(other.browser, passkey().create(options))).status).toBe(422);
    expect((await send(browser, passkey().create(options))).status).toBe(201);
    expect((await send(browser, passkey().create(options))).status).toBe(409);
    const { challenge } = await signInOptions();
    expect((await send(browser, passkey().create({ ...options, challenge }))).status).toBe(422);
    const late = await creationOptions(browser);
    now += 300_001;
    expect((await send(browser, passkey().create(late))).status).toBe(422);
  });

  it("a passkey of another account, and an oversized answer", async () => {
    const { passkey } = await ownerWithPasskey();
    const { browser } = await newOwner();
    expect((await add(browser, passkey)).status).toBe(409);
    const response = await add(browser, softwarePasskey(origin), { attestationObject: Buffer.alloc(20_000) });
    expect(response.status).toBe(422);
    const huge = await add(browser, softwarePasskey(origin), { attestationObject: Buffer.alloc(100_000) });
    expect(huge.status).toBe(413);
  });
});

describe("the sign-in with a passkey refuses", () => {
  it.each<[string, Deviation]>([
    ["the answer of another origin", { origin: "https://evil.example" }],
    ["the answer for another host", { rpId: "evil.example" }],
    ["another challenge", { challenge: Buffer.from("a".repeat(80)).toString("base64url") }],
    ["an answer without user verification", { isUserVerified: false }],
    ["the id of another account", { userHandle: Buffer.from("acct_0").toString("base64url") }],
    ["a counter that does not exceed the last one", { counter: 1 }],
  ])("%s", async (_, deviation) => {
    const { passkey } = await ownerWithPasskey();
    expect((await signIn(passkey.get(await signInOptions(), deviation))).status).toBe(422);
  });

  it("a signature by the key of another passkey, and malformed or oversized answers", async () => {
    const [{ passkey }, other] = [await ownerWithPasskey(), await ownerWithPasskey()];
    const answer = JSON.parse(passkey.get(await signInOptions())) as Record<string, unknown>;
    for (const changed of [
      JSON.stringify({ ...answer, id: other.passkey.id }),
      "",
      "[]",
      "{",
      JSON.stringify({ ...answer, id: "a".repeat(2000) }),
      JSON.stringify({ ...answer, response: {} }),
    ])
      expect((await signIn(changed)).status, changed.slice(0, 100)).toBe(422);
  });

  it("a challenge that was used or has expired: of several answers to one, one signs in", async () => {
    const { passkey } = await ownerWithPasskey();
    const options = await signInOptions();
    const answers = Array.from({ length: 5 }, () => passkey.get(options));
    const statuses = await Promise.all(answers.map(async (answer) => (await signIn(answer)).status));
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    const late = await signInOptions();
    now += 300_001;
    expect((await signIn(passkey.get(late))).status).toBe(422);
  });

  it("a form of another site", async () => {
    const { passkey } = await ownerWithPasskey();
    const browser = openBrowser(server.url);
    const credential = passkey.get(await signInOptions());
    const evil = { Origin: "https://evil.example" };
    expect((await browser.post("/sign-in/passkey", { credential }, evil)).status).toBe(403);
  });
});

describe("the built server", () => {
  it.each(testedRuntimes)("signs in with a passkey on %s", { timeout: 60_000 }, async (runtime) => {
    const folder = temporaryFolder();
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    const database = `sqlite:${folder.path}/tools-api.db`;
    const started = await startServerOn(runtime, { DATABASE_URL: database, PORT: port, PUBLIC_URL: url });
    try {
      const local = { Origin: url };
      const browser = openBrowser(started.url);
      await browser.post("/sign-up", { email: "ada@example.com", password }, local);
      const passkey = softwarePasskey(url);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const options = await fetch(`${started.url}/account/passkey-options`, {
        method: "POST",
        headers: { ...local, Cookie: cookie },
      });
      const { public_key: publicKey } = (await options.json()) as { public_key: Options };
      const fields = { name: "Laptop", credential: passkey.create(publicKey), password };
      const added = await browser.post("/profile/passkeys", fields, local);
      expect(added.headers.get("Location")).toBe("/profile/passkeys?notice=added");
      const credential = passkey.get(await signInOptions(started.url));
      const signedIn = await openBrowser(started.url).post("/sign-in/passkey", { credential }, local);
      expect(signedIn.status).toBe(303);
    } finally {
      await started.stop();
      folder.remove();
    }
  });
});
