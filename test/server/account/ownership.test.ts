import {
  addPasskey,
  createApiKey,
  createSignInLink,
  findAccountByEmail,
  findProviderLink,
  getAccount,
  linkProvider,
  listPasskeys,
} from "@tools-api/core/accounts";
import { listAuditEntries, maxRefusals } from "@tools-api/core/audit";
import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { hourMs } from "@tools-api/core/internal/time";
import type { Mail } from "@tools-api/core/outbox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../account-server.ts";
import { linkIn, sentInvitation, sentMails } from "../sent-mail.ts";

const owner = "ada@example.com";
const ownersPassword = "correct horse battery staple";
const strangersPassword = "a password that the stranger knows";

let server: AccountServer;
let now: number;
/** The address that the next requests come from. */
let address: string;

beforeEach(async () => {
  now = Date.now() + 60_000;
  address = "198.51.100.1";
  const clock = { now: () => now };
  server = await startAccounts({
    mail: { provesAddresses: true },
    clock,
    documents: memoryDocuments({ clock }),
    clientAddress: () => address,
  });
});
afterEach(() => server.close());

const visitor = () => openBrowser(server.url);
const mails = () => sentMails(server.documents, server.url, { now });
const account = (email = owner) => findAccountByEmail(server.documents, email);

async function newestMail(): Promise<Mail> {
  const mail = (await mails()).at(-1);
  if (!mail) throw new Error("No mail was sent.");
  return mail;
}

/** Submits the form of the page that a link in a mail opens. */
function submitLink(browser: Browser, mail: Mail, fields: Record<string, string> = {}): Promise<Response> {
  const [path = "", query] = linkIn(mail, server.url).split("?");
  return browser.post(path, { token: new URLSearchParams(query).get("token") ?? "", ...fields });
}

const signIn = (browser: Browser, password: string, email = owner) =>
  browser.post("/sign-in", { email, password });

/** Opens an account in a browser by the link of a mail. */
async function openAccount(email: string, password: string, browser = visitor()): Promise<Browser> {
  await browser.post("/sign-up", { email });
  expect((await submitLink(browser, await newestMail(), { password })).status).toBe(303);
  return browser;
}

/** Opens an account whose address is not proved, as servers without mail do. */
const openUnproved = () => server.account(owner, strangersPassword);

describe("nothing that was typed before the proof of an address outlives it", () => {
  it("signs no stranger in with the password that the stranger sent with the address of the owner", async () => {
    const stranger = visitor();
    await stranger.post("/sign-up", { email: owner, password: strangersPassword, name: "Eve" });
    const link = await newestMail();
    expect((await submitLink(visitor(), link)).status).toBe(422);
    expect(await account()).toBeNull();
    await submitLink(visitor(), link, { password: ownersPassword, name: "Ada" });
    expect((await account())?.name).toBe("Ada");
    expect((await signIn(stranger, strangersPassword)).status).toBe(422);
    expect((await signIn(visitor(), ownersPassword)).status).toBe(303);
  });

  it("opens the account with the owner's password whichever of two mails the owner uses", async () => {
    await visitor().post("/sign-up", { email: owner });
    await visitor().post("/sign-up", { email: owner, password: strangersPassword });
    for (const mail of await mails()) await submitLink(visitor(), mail, { password: ownersPassword });
    expect((await signIn(visitor(), strangersPassword)).status).toBe(422);
    expect((await signIn(visitor(), ownersPassword)).status).toBe(303);
  });

  it("opens the account without the plan of a stranger's invitation", async () => {
    const { token } = await sentInvitation(server, { plan: "pro" }, now);
    await visitor().post("/sign-up", { email: owner, invitation: token });
    await submitLink(visitor(), await newestMail(), { password: ownersPassword });
    expect((await account())?.plan).toBe("free");
  });

  it("opens the account with the plan of an invitation in the browser that brought it, and then its next page", async () => {
    const { token } = await sentInvitation(server, { plan: "pro" }, now);
    const browser = visitor();
    await browser.post("/sign-up", { email: owner, invitation: token, next: "/keys" });
    const opened = await submitLink(browser, await newestMail(), { password: ownersPassword });
    expect(opened.headers.get("location")).toBe("/keys");
    expect((await account())?.plan).toBe("pro");
  });

  it("opens no page that a stranger chose", async () => {
    await visitor().post("/sign-up", { email: owner, next: "/plan?to=enterprise" });
    const opened = await submitLink(visitor(), await newestMail(), { password: ownersPassword });
    expect(opened.headers.get("location")).toBe("/");
  });

  it("gives a stranger's account no address by a link that its owner opens", async () => {
    const stranger = await openAccount("eve@example.com", strangersPassword);
    await stranger.post("/profile", { email: owner, name: "Eve", password: strangersPassword });
    const link = await newestMail();
    const ada = visitor();
    expect((await submitLink(ada, link)).headers.get("location")).toContain("/sign-in");
    await openAccount(owner, ownersPassword, ada);
    expect((await submitLink(ada, link)).status).toBe(404);
    expect((await submitLink(stranger, link)).status).toBe(409);
    expect((await account("eve@example.com"))?.email).toBe("eve@example.com");
  });

  it("keeps an address free for its owner while a stranger waits for its confirmation", async () => {
    const stranger = await openAccount("eve@example.com", strangersPassword);
    await stranger.post("/profile", { email: owner, name: "Eve", password: strangersPassword });
    await mails();
    await openAccount(owner, ownersPassword);
    expect((await signIn(visitor(), ownersPassword)).status).toBe(303);
  });

  it("ends a change of address that a thief began when the owner sets a new password", async () => {
    await openAccount(owner, ownersPassword);
    const thief = visitor();
    await signIn(thief, ownersPassword);
    await thief.post("/profile", { email: "eve@example.com", name: "Ada", password: ownersPassword });
    const link = (await mails()).find(({ to }) => to === "eve@example.com");
    if (!link) throw new Error("No mail was sent.");
    const ada = visitor();
    await ada.post("/reset-password", { email: owner });
    await submitLink(ada, await newestMail());
    await ada.post("/password", { password: "another good passphrase" });
    for (const browser of [thief, ada]) await submitLink(browser, link);
    expect((await account())?.pendingEmail).toBeUndefined();
    expect(await account("eve@example.com")).toBeNull();
  });

  it("leaves a recovered account without the password, name, sessions, keys, passkeys and provider link from before the proof", async () => {
    const { id } = await openUnproved();
    const { documents } = server;
    const stranger = visitor();
    await signIn(stranger, strangersPassword);
    await stranger.post("/profile", { email: owner, name: "Eve" });
    const { secret: key } = await createApiKey(documents, id, { name: "stranger's" }, { at: now });
    const before = (await getAccount(documents, id))?.value;
    if (!before) throw new Error("There is no account.");
    const by = { actor: { kind: "owner" } } as const;
    const signed = { challenge: "c".repeat(22), expiresAt: now + hourMs };
    const passkey = { name: "p", credential: "c", publicKey: "k", counter: 0, transports: [], signed };
    await addPasskey(documents, before, passkey, { at: now, by });
    const user = { issuer: "https://id.example.com", subject: "eve", email: "eve@example.com" };
    await linkProvider(documents, before, user, { at: now, by });
    const signInLink = await createSignInLink(documents, id, { at: now });

    const ada = visitor();
    await ada.post("/reset-password", { email: owner });
    await submitLink(ada, await newestMail());
    // The owner has pressed one button and set no password yet.
    const after = await account();
    if (!after) throw new Error("There is no account.");
    expect([after.id, after.name]).toEqual([id, ""]);
    expect((await signIn(visitor(), strangersPassword)).status).toBe(422);
    expect((await stranger.get("/keys")).headers.get("location")).toContain("/sign-in");
    expect((await visitor().post("/sign-in/link", { token: signInLink })).status).toBe(404);
    expect(await listPasskeys(documents, after)).toEqual([]);
    expect(await findProviderLink(documents, after)).toBeNull();
    const asked = await fetch(`${server.url}/account`, { headers: { Authorization: `Bearer ${key}` } });
    expect(asked.status).toBe(401);
    expect((await ada.get("/keys")).status).toBe(200);
  });
});

describe("a limit binds one purpose and one asker", () => {
  const repeat = async (times: number, post: () => Promise<Response>) => {
    let last = 0;
    for (let round = 0; round < times; round++) last = (await post()).status;
    return last;
  };

  it("lets the owner recover the account after a stranger's sign-ups with the address", async () => {
    await openAccount(owner, ownersPassword);
    await mails();
    expect(await repeat(4, () => visitor().post("/sign-up", { email: owner }))).toBe(429);
    expect((await visitor().post("/reset-password", { email: owner })).status).toBe(303);
  });

  it("lets the owner recover the account after a stranger's recoveries from another address", async () => {
    await openAccount(owner, ownersPassword);
    expect(await repeat(4, () => visitor().post("/reset-password", { email: owner }))).toBe(429);
    address = "203.0.113.7";
    expect((await visitor().post("/reset-password", { email: owner })).status).toBe(303);
  });

  it("lets the owner recover the account in a known browser after recoveries by many strangers, who send twelve mails an hour", async () => {
    const browser = await openAccount(owner, ownersPassword);
    await mails();
    for (let host = 1; host <= 5; host++) {
      address = `203.0.113.${host}`;
      await repeat(3, () => visitor().post("/reset-password", { email: owner }));
    }
    expect(await mails()).toHaveLength(12);
    expect((await browser.post("/reset-password", { email: owner })).status).toBe(303);
  });

  it("lets an operator send a sign-in link after a stranger's sign-ups and recoveries", async () => {
    const operator = await openAccount("operator@example.com", ownersPassword);
    await openAccount(owner, ownersPassword);
    await repeat(4, () => visitor().post("/sign-up", { email: owner }));
    await repeat(4, () => visitor().post("/reset-password", { email: owner }));
    const path = `/operator/accounts/${(await account())?.id}/sign-in-link`;
    const sent = await fetch(server.url + path, {
      method: "POST",
      headers: {
        Cookie: [...operator.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        Origin: server.url,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ send: true }),
    });
    expect([200, 201, 204]).toContain(sent.status);
  });

  it("does not count a form that is refused for a typing error", async () => {
    expect(await repeat(40, () => visitor().post("/sign-up", { email: "ada@" }))).toBe(422);
    expect(await repeat(40, () => visitor().post("/reset-password", { email: "ada@" }))).toBe(422);
    expect((await visitor().post("/sign-up", { email: owner })).status).toBe(303);
    expect((await visitor().post("/reset-password", { email: owner })).status).toBe(303);
  });

  it("does not count a refused form on a server without mail either", async () => {
    const silent = await startAccounts({ clientAddress: () => address });
    const browser = openBrowser(silent.url);
    const short = () => browser.post("/sign-up", { email: owner, password: "short" });
    expect(await repeat(40, short)).toBe(422);
    expect((await browser.post("/sign-up", { email: owner, password: ownersPassword })).status).toBe(303);
    await silent.close();
  });
});

describe("the audit log of an account", () => {
  const refusals = async () => {
    const found = await account();
    if (!found) throw new Error("There is no account.");
    const log = await listAuditEntries(server.documents, found.id, { limit: 100 });
    return log.filter(({ actor }) => actor.kind === "anonymous");
  };

  it("shows a failed sign-in, a sign-up with the address and a refused recovery, with the address of the visitor", async () => {
    await openAccount(owner, ownersPassword);
    address = "203.0.113.9";
    await signIn(visitor(), strangersPassword);
    await visitor().post("/sign-up", { email: owner });
    await mails();
    for (let round = 0; round < 4; round++) await visitor().post("/reset-password", { email: owner });
    const log = await refusals();
    expect(log.map(({ action }) => action).toSorted()).toEqual([
      "recovery.refused",
      "sign_in.failed",
      "sign_up.refused",
    ]);
    expect(new Set(log.map((entry) => entry.address))).toEqual(new Set([address]));
  });

  it("has at most twenty entries a day about failed sign-ins, however many fail", async () => {
    await openAccount(owner, ownersPassword);
    for (let guess = 0; guess < maxRefusals + 20; guess++) {
      now += hourMs / 3;
      await signIn(visitor(), strangersPassword);
    }
    expect(await refusals()).toHaveLength(maxRefusals);
  });

  it("shows a wrong password for a change that requires it", async () => {
    const browser = await openAccount(owner, ownersPassword);
    await browser.post("/profile", { email: "eve@example.com", name: "", password: strangersPassword });
    expect((await refusals()).map(({ action }) => action)).toEqual(["owner_confirmation.failed"]);
  });
});
