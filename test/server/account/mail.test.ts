import { findAccountByEmail, listSessions, verifyPassword } from "@tools-api/core/accounts";
import type { Mail } from "@tools-api/core/outbox";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { hourMs } from "@tools-api/core/internal/time";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../account-server.ts";
import { linkIn, sentMails } from "../sent-mail.ts";

const sessionSecret = "a secret of the installation, long enough";
const password = "correct horse battery";
let server: AccountServer;
let browser: Browser;
let now: number;

beforeEach(async () => {
  // Accounts of the test are created by the host's clock, which is earlier.
  now = Date.now() + 60_000;
  const clock = { now: () => now };
  server = await startAccounts({
    mail: { provesAddresses: true },
    clock,
    documents: memoryDocuments({ clock }),
    sessionSecret,
  });
  browser = openBrowser(server.url);
});
afterEach(() => server.close());

const mails = () => sentMails(server.documents, server.url, { now, sessionSecret });
const only = async (): Promise<Mail> => {
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  if (!mail) throw new Error("No mail was sent.");
  return mail;
};

/** Opens the link of a mail and submits its form. */
async function follow(mail: Mail, visitor: Browser = browser, fields = {}): Promise<Response> {
  const path = linkIn(mail, server.url);
  const page = await visitor.get(path);
  expect(page.status, await page.clone().text()).toBe(200);
  return visitor.post(path.split("?")[0] ?? "", {
    token: new URLSearchParams(path.split("?")[1]).get("token") ?? "",
    ...fields,
  });
}

const signUp = (email: string, visitor = browser) => visitor.post("/sign-up", { email });
const owner = { name: "Ada", password };

describe("sign-up with mail", () => {
  it("opens the account and signs in when the owner follows the link, with a verified address", async () => {
    const response = await signUp("ada@example.com");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sign-up?notice=sent"]);
    expect(await findAccountByEmail(server.documents, "ada@example.com")).toBeNull();
    const mail = await only();
    expect(mail.to).toBe("ada@example.com");
    expect(mail.subject).toBe("Create your account");
    expect((await follow(mail, browser, { password: "short" })).status).toBe(422);
    expect((await follow(mail, browser, owner)).headers.get("location")).toBe("/");
    expect((await findAccountByEmail(server.documents, "ada@example.com"))?.emailVerifiedAt).toBe(now);
    expect((await browser.get("/")).status).toBe(200);
    const again = await openBrowser(server.url).get(linkIn(mail, server.url));
    expect(again.status).toBe(404);
  });

  it("gives the same response and does the same writes for an address with an account, whose owner gets another mail", async () => {
    await server.account("ada@example.com", password);
    const before = (await server.documents.list("", { limit: 100 })).length;
    const taken = await signUp("ada@example.com");
    const between = (await server.documents.list("", { limit: 100 })).length;
    const free = await signUp("eve@example.com", openBrowser(server.url));
    const after = (await server.documents.list("", { limit: 100 })).length;
    expect(between - before).toBe(after - between);
    for (const header of ["location", "set-cookie", "content-type", "content-length"])
      expect(taken.headers.get(header)).toBe(free.headers.get(header));
    expect(taken.status).toBe(free.status);
    const [first, second] = await mails();
    expect([first?.to, first?.subject]).toEqual(["ada@example.com", "You already have an account"]);
    expect([second?.to, second?.subject]).toEqual(["eve@example.com", "Create your account"]);
  });

  it("opens no account by a link that is older than a day", async () => {
    await signUp("ada@example.com");
    const mail = await only();
    now += 24 * hourMs;
    expect((await browser.get(linkIn(mail, server.url))).status).toBe(404);
  });

  it("sends an asker at most three mails an hour to an address", async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) statuses.push((await signUp("ada@example.com")).status);
    expect(statuses).toEqual([303, 303, 303, 429]);
    expect(await mails()).toHaveLength(3);
    now += hourMs;
    expect((await signUp("ada@example.com")).status).toBe(303);
  });

  it("stores neither the token of a link nor a password that was sent with the address", async () => {
    await browser.post("/sign-up", { email: "ada@example.com", password });
    const stored = JSON.stringify(await server.documents.list("", { limit: 100 }));
    const token = /token=([\w-]+)/.exec(linkIn(await only(), server.url))?.[1];
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(password);
  });
});

describe("reset by mail", () => {
  it("sets a new password by the link, ends other sessions, and verifies the address", async () => {
    const account = await server.account("ada@example.com", password);
    const other = openBrowser(server.url);
    await other.post("/sign-in", { email: "ada@example.com", password });
    await mails();
    expect(
      (await browser.post("/reset-password", { email: "ada@example.com" })).headers.get("location"),
    ).toBe("/reset-password?notice=sent");
    const mail = await only();
    expect(mail.subject).toBe("Reset your password");
    expect((await follow(mail)).headers.get("location")).toBe("/password");
    const set = await browser.post("/password", { password: "staple battery correct" });
    expect(set.status).toBe(303);
    expect((await other.get("/keys")).status).toBe(303);
    const parts = { documents: server.documents, passwords: scryptHasher({ logCost: 10 }) };
    expect(await verifyPassword(parts, account.id, "staple battery correct")).not.toBeNull();
    expect((await findAccountByEmail(server.documents, "ada@example.com"))?.emailVerifiedAt).toBe(now);
    expect((await browser.get(linkIn(mail, server.url))).status).toBe(404);
  });

  it("answers alike and writes alike for an address without an account, and sends nothing", async () => {
    await server.account("ada@example.com", password);
    const size = async () => (await server.documents.list("", { limit: 100 })).length;
    const sizes = [await size()];
    const responses: unknown[] = [];
    for (const email of ["ada@example.com", "eve@example.com"]) {
      const page = await openBrowser(server.url).post("/reset-password", { email });
      const call = await fetch(`${server.url}/account/password-reset`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email }),
      });
      responses.push([page.status, page.headers.get("location"), call.status, await call.text()]);
      sizes.push(await size());
    }
    expect(responses[0]).toEqual([303, "/reset-password?notice=sent", 204, ""]);
    expect(responses[1]).toEqual(responses[0]);
    expect((sizes[2] ?? 0) - (sizes[1] ?? 0)).toBe((sizes[1] ?? 0) - (sizes[0] ?? 0));
    expect((await mails()).map(({ to }) => to)).toEqual(["ada@example.com", "ada@example.com"]);
  });

  it("sets a password through the API with the token, once, and not with a password that the policy refuses", async () => {
    const account = await server.account("ada@example.com", password);
    const call = (path: string, body: object) =>
      fetch(`${server.url}/account/password-reset${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    await call("", { email: "ada@example.com" });
    const token = /token=([\w-]+)/.exec(linkIn(await only(), server.url))?.[1];
    const short = await call("/confirm", { token, password: "short" });
    expect([short.status, (await short.json()).errors[0].pointer]).toEqual([422, "#/password"]);
    expect((await call("/confirm", { token, password: "staple battery correct" })).status).toBe(204);
    const again = await call("/confirm", { token, password: "staple battery correct" });
    expect([again.status, (await again.json()).errors[0].pointer]).toEqual([422, "#/token"]);
    const parts = { documents: server.documents, passwords: scryptHasher({ logCost: 10 }) };
    expect(await verifyPassword(parts, account.id, "staple battery correct")).not.toBeNull();
    expect(await listSessions(server.documents, account.id, { limit: 10 })).toEqual([]);
  });

  it("ends earlier links when the password is set", async () => {
    await server.account("ada@example.com", password);
    for (let round = 0; round < 2; round++)
      await browser.post("/reset-password", { email: "ada@example.com" });
    const [first, second] = await mails();
    if (!first || !second) throw new Error("Two mails were expected.");
    now += 1000;
    await follow(first);
    await browser.post("/password", { password: "staple battery correct" });
    expect((await browser.get(linkIn(second, server.url))).status).toBe(404);
  });

  it("says on a server without mail that the operator can help", async () => {
    const silent = await startAccounts();
    const page = await (await openBrowser(silent.url).get("/reset-password")).text();
    expect(page).toContain("This server sends no mail");
    const call = await fetch(`${silent.url}/account/password-reset`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com" }),
    });
    expect([call.status, (await call.json()).code]).toEqual([409, "conflict"]);
    await silent.close();
  });
});

describe("the address of an account", () => {
  it("changes when its owner follows the link in the mail to the other address", async () => {
    await signUp("ada@example.com");
    await follow(await only(), browser, owner);
    const change = { email: "lovelace@example.com", name: "Ada", password };
    const asked = await browser.post("/profile", change);
    expect(asked.headers.get("location")).toBe("/profile?notice=verification");
    expect(await findAccountByEmail(server.documents, "lovelace@example.com")).toBeNull();
    expect(await (await browser.get("/profile")).text()).toContain(
      "Waits for the confirmation of lovelace@example.com",
    );
    const mail = await only();
    expect([mail.to, mail.subject]).toEqual(["lovelace@example.com", "Confirm your email address"]);
    expect((await follow(mail)).headers.get("location")).toBe("/profile?notice=verified");
    const changed = await findAccountByEmail(server.documents, "lovelace@example.com");
    expect([changed?.emailVerifiedAt, changed?.pendingEmail]).toEqual([now, undefined]);
    expect(await findAccountByEmail(server.documents, "ada@example.com")).toBeNull();
    expect(await (await browser.get("/profile")).text()).toContain("Confirmed");
    const report = await only();
    expect([report.to, report.subject]).toEqual([
      "ada@example.com",
      "Your account has another email address",
    ]);
    expect(report.text).not.toContain("lovelace");
  });

  it("can be confirmed later from the profile page", async () => {
    await server.account("ada@example.com", password);
    await browser.post("/sign-in", { email: "ada@example.com", password });
    await mails();
    expect((await browser.post("/profile/verify", {})).headers.get("location")).toBe(
      "/profile?notice=verification",
    );
    await follow(await only());
    expect((await findAccountByEmail(server.documents, "ada@example.com"))?.emailVerifiedAt).toBe(now);
    expect((await browser.post("/profile/verify", {})).status).toBe(409);
  });
});

describe("links in mails", () => {
  it("start with the public URL, whatever Host the request names", async () => {
    const answer = await fetch(`${server.url}/account/password-reset`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-Host": "evil.example" },
      body: JSON.stringify({ email: "ada@example.com" }),
    });
    expect(answer.status).toBe(204);
    await server.account("ada@example.com", password);
    const { text, html } = await only();
    expect(text + html).not.toContain("evil.example");
    expect(text).toContain(`${server.url}/reset-password/confirm?token=`);
  });
});
