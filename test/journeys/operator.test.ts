import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Dashboard,
  hasChromium,
  runAxe,
  startDashboard,
  type VisitOptions,
  type Visitor,
} from "../engines/chromium.ts";
import { type SmtpServer, startSmtp } from "../engines/smtp.ts";
import { runCommand } from "../server/command.ts";
import { isWhole } from "../whole.ts";
import { type Hands, keyboardHands, mouseHands, touchHands } from "./hands.ts";

const password = "correct horse battery staple";
const firstEmail = "owner@example.com";
const reason = "A key of this account is public.";

/** The actions of the operator: on pages, by calls or by commands. */
interface Operator {
  invite: (email: string) => Promise<void>;
  /** Returns the address of the account that has a key with this beginning. */
  findByKey: (prefix: string) => Promise<string>;
  /** Suspends the account that was found. */
  suspend: () => Promise<void>;
  reactivate: () => Promise<void>;
}

describe.skipIf(!hasChromium())("the journey from an invitation to a leaked key", () => {
  let dashboard: Dashboard;
  let smtp: SmtpServer;
  beforeAll(async () => {
    smtp = await startSmtp();
    dashboard = await startDashboard({
      SMTP_URL: smtp.url,
      MAIL_FROM: "Tools API <no-reply@example.com>",
      SIGN_UP: "invite",
      PLAN_FREE_DAILY_LIMIT: "10",
    });
  });
  afterAll(async () => {
    await dashboard.close();
    await smtp.close();
  });

  async function linkOf(email: string, subject: string): Promise<string> {
    const mail = await smtp.mail(email, subject);
    const [link] = /http:\S+/.exec(mail.parts.get("text/plain") ?? "") ?? [];
    if (link === undefined) throw new Error(`no link in the mail "${subject}"`);
    return link;
  }

  /** Returns the violations of a page; none if they are not checked. */
  const violations = async ({ page }: Visitor, checked: boolean) => (checked ? runAxe(page) : []);

  /** Opens the link of a mail, and checks the page. */
  async function open(visitor: Visitor, link: string, checked: boolean): Promise<void> {
    await visitor.page.goto(link);
    expect(await violations(visitor, checked), link).toEqual([]);
  }

  /** Returns the status of a call with a key. */
  const call = async (key: string) => {
    const response = await fetch(`${dashboard.url}/v1/user/profile`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    return { status: response.status, text: await response.text() };
  };

  /** Opens the account of an invited customer, and returns its first key. */
  async function join(email: string, visitor: Visitor, hands: Hands, checked: boolean): Promise<string> {
    await open(visitor, await linkOf(email, "You are invited to Tools API"), checked);
    await hands.fill("Password", password);
    await hands.submit("Create account");
    await open(visitor, await linkOf(email, "Confirm your email address"), checked);
    await hands.submit("Create account");
    await hands.submit("Create your first API key");
    const text = (await visitor.page.locator("main").textContent()) ?? "";
    const [key = ""] = /tk_live_[0-9A-Za-z]{38}/.exec(text) ?? [];
    expect(key).not.toBe("");
    await smtp.mail(email, "An API key was created");
    return key;
  }

  /** Returns the status of the last call with the key of the customer. */
  async function travel(operator: Operator, email: string, visitor: Visitor, hands: Hands, checked: boolean) {
    await operator.invite(email);
    const key = await join(email, visitor, hands, checked);
    for (let count = 0; count < 8; count++) expect((await call(key)).status).toBe(200);
    await smtp.mail(email, "You have used 80 % of your daily calls");
    expect(await operator.findByKey(key.slice(0, 12))).toBe(email);
    await operator.suspend();
    const refused = await call(key);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("account_suspended");
    await visitor.goTo("/");
    expect(await visitor.page.locator("main").textContent()).toContain(reason);
    expect(await violations(visitor, checked)).toEqual([]);
    await operator.reactivate();
    await visitor.goTo("/");
    expect(await visitor.page.locator("h1").textContent()).not.toContain("suspended");
    return (await call(key)).status;
  }

  /** Signs in as the first operator by a link of the command line. */
  async function signInAsOperator(visitor: Visitor, hands: Hands): Promise<void> {
    const environment = { ...dashboard.environment, PUBLIC_URL: dashboard.url };
    const printed = await runCommand(["accounts", "sign-in-link", "--email", firstEmail], environment);
    await visitor.page.goto(printed.trim());
    await hands.submit("Sign in");
  }

  /** Returns an operator who uses the console. */
  async function onPages(visitor: Visitor, hands: Hands, checked: boolean): Promise<Operator> {
    const { page } = visitor;
    await signInAsOperator(visitor, hands);
    const expectFine = async () => {
      expect(await violations(visitor, checked), page.url()).toEqual([]);
    };
    return {
      async invite(email) {
        await hands.follow("Operator");
        await expectFine();
        await hands.follow("Invitations");
        await hands.fill("Email address (optional)", email);
        await hands.check("Send the link by mail");
        await hands.submit("Create invitation");
        await expectFine();
      },
      async findByKey(prefix) {
        await hands.follow("Accounts");
        await hands.fill("Search", prefix);
        await hands.submit("Find accounts");
        await expectFine();
        const [email = ""] = await page.locator("main tbody th a").allTextContents();
        await hands.follow(email);
        await expectFine();
        return email;
      },
      async suspend() {
        await hands.fill("Reason", reason);
        await hands.submit("Suspend account");
        await expectFine();
      },
      async reactivate() {
        await hands.submit("Reactivate account");
        await expectFine();
      },
    };
  }

  const ways: Record<string, VisitOptions & { hands: typeof mouseHands }> = {
    ...(isWhole && {
      "a mouse on a desktop in the light": { hands: mouseHands },
      "a finger on a phone in the dark": { hands: touchHands, screen: "phone", colorScheme: "dark" },
    }),
    "a keyboard alone, the focus seen at every stop": { hands: keyboardHands },
    "JavaScript off": { hands: mouseHands, javaScriptEnabled: false },
  };

  it.each(Object.entries(ways))("succeeds on the pages with %s", async (way, { hands, ...options }) => {
    // axe-core needs scripts.
    const checked = options.javaScriptEnabled ?? true;
    const [operator, customer] = [await dashboard.visit(options), await dashboard.visit(options)];
    const email = `${way.replaceAll(/\W+/g, "-").toLowerCase()}@example.com`;
    const console = await onPages(operator, hands(operator.page), checked);
    expect(await travel(console, email, customer, hands(customer.page), checked)).toBe(200);
    operator.expectQuiet();
    customer.expectQuiet(/status of 403/);
  });

  it("succeeds by calls of the API", async () => {
    const words = ["keys", "create", "--email", firstEmail, "--scopes", "operator", "--json"];
    // The tests of the command check the shape.
    const { key } = JSON.parse(await runCommand(words, dashboard.environment)) as { key: string };
    const ask = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${dashboard.url}/operator${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(body && { "Content-Type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(response.ok, `${method} ${path}`).toBe(true);
      return response.json();
    };
    let id = "";
    const operator: Operator = {
      async invite(email) {
        await ask("POST", "/invitations", { email, send: true });
      },
      async findByKey(prefix) {
        // The documented response.
        const { items } = (await ask("GET", `/accounts?query=${prefix}`)) as {
          items: { id: string; email: string }[];
        };
        id = items[0]?.id ?? "";
        return items[0]?.email ?? "";
      },
      async suspend() {
        await ask("POST", `/accounts/${id}/suspend`, { reason });
      },
      async reactivate() {
        await ask("POST", `/accounts/${id}/reactivate`);
      },
    };
    const customer = await dashboard.visit();
    expect(await travel(operator, "by-calls@example.com", customer, mouseHands(customer.page), false)).toBe(
      200,
    );
  });

  it("succeeds by commands", async () => {
    const run = (...words: string[]) =>
      runCommand(words, { ...dashboard.environment, PUBLIC_URL: dashboard.url });
    let found = "";
    const operator: Operator = {
      async invite(email) {
        await run("invitations", "create", "--email", email, "--send");
      },
      async findByKey(prefix) {
        // The tests of the command check the shape.
        const rows = JSON.parse(await run("accounts", "list", "--query", prefix, "--json")) as {
          email: string;
        }[];
        found = rows[0]?.email ?? "";
        return found;
      },
      async suspend() {
        await run("accounts", "suspend", "--email", found, "--reason", reason);
      },
      async reactivate() {
        await run("accounts", "reactivate", "--email", found);
      },
    };
    const customer = await dashboard.visit();
    expect(
      await travel(operator, "by-commands@example.com", customer, mouseHands(customer.page), false),
    ).toBe(200);
  });
});
