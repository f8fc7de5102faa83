import { describe, expect, it, onTestFinished } from "vitest";
import { type SmtpServer, startSmtp } from "../../engines/smtp.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { openBrowser } from "../account-server.ts";
import { type Runtime, startServer, startServerHere } from "../server-process.ts";

const password = "correct horse battery";

async function newSmtp(): Promise<SmtpServer> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return smtp;
}

async function start(settings: Record<string, string>, runtime: Runtime) {
  const server = await startServer({ DATABASE_URL: "memory:", ...settings }, runtime);
  onTestFinished(() => void server.stop("SIGKILL"));
  return server;
}

describe.each(testedRuntimes)("a server with a mail server on %s", (runtime) => {
  it("opens an account by the link that it mails, with the password of its page, and starts every link with PUBLIC_URL", async () => {
    const smtp = await newSmtp();
    const publicUrl = "http://localhost:9";
    const server = await start(
      {
        SMTP_URL: smtp.url,
        MAIL_FROM: '"Tools, \\"the\\" API" <no-reply@example.com>',
        PUBLIC_URL: publicUrl,
      },
      runtime,
    );
    expect(server.output()).toContain("Sign-up is open (the server can be reached from this machine only).");
    const browser = openBrowser(server.url);
    const sameOrigin = { Origin: publicUrl };
    expect((await browser.post("/sign-up", { email: "ada@example.com" }, sameOrigin)).status).toBe(303);
    const mail = await smtp.mail("ada@example.com", "Create your account");
    const text = mail.parts.get("text/plain") ?? "";
    const [, path = "", token = ""] = /http:\/\/localhost:9(\/\S+)\?token=(\S+)/.exec(text) ?? [];
    expect(path).toBe("/sign-up/confirm");
    expect(
      (await browser.post(path, { token, name: "Ada", password }, sameOrigin)).headers.get("location"),
    ).toBe("/");
    expect((await browser.get("/keys")).status).toBe(200);
  });
});

describe("the settings of mail and sign-up", () => {
  it("make sign-up need an invitation when other machines can reach the server, and the start says so", async () => {
    const server = await start({ HOST: "0.0.0.0" }, "node");
    expect(server.output()).toContain(
      "Sign-up is by invitation (the server can be reached from other machines",
    );
    expect((await fetch(`${server.url}/sign-up`)).status).toBe(403);
  });

  it("limit an account until its owner proves the address, which ends the credentials from before", async () => {
    const smtp = await newSmtp();
    const server = await startServerHere({
      DATABASE_URL: "memory:",
      SMTP_URL: smtp.url,
      MAIL_FROM: "no-reply@example.com",
      UNVERIFIED_DAILY_LIMIT: "1",
    });
    onTestFinished(async () => void (await server.stop()));
    const call = async (key: string) =>
      (await fetch(`${server.url}/v1/user/profile`, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect([await call(server.key), await call(server.key)]).toEqual([200, 429]);
    const send = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(server.url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const email = "owner@example.com";
    expect((await send("/account/password-reset", { email })).status).toBe(204);
    const mail = await smtp.mail("owner@example.com", "Reset your password");
    const token = /token=(\S+)/.exec(mail.parts.get("text/plain") ?? "")?.[1];
    const confirmed = await send("/account/password-reset/confirm", {
      token,
      password,
      end_credentials: false,
    });
    expect(confirmed.status).toBe(204);
    expect(await call(server.key)).toBe(401);
    const browser = openBrowser(server.url);
    await browser.post("/sign-in", { email, password });
    const session = { Cookie: `session=${browser.cookies.get("session")}`, Origin: server.url };
    const created = await send("/account/keys", {}, session);
    expect(created.status).toBe(201);
    const { key } = (await created.json()) as { key: string };
    expect(await call(key)).toBe(200);
  });

  it("write mail to standard error on loopback without a mail server", async () => {
    const server = await start({}, "node");
    const fields = { email: "ada@example.com", name: "Ada", password };
    expect((await openBrowser(server.url).post("/sign-up", fields)).headers.get("location")).toBe("/");
    await expect
      .poll(() => server.output())
      .toMatch(/Mail to ada@example\.com: Confirm your email address[^]+\/verify-address\?token=/);
  });
});
