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
    await hands.submit("Send link");
    await open(visitor, await linkOf(email, "Create your account"), checked);
    await hands.fill("Password", password);
    await hands.submit("Create account");
    await hands.submit("Create your first API key");
    const text = (await visitor.page.locator("main").textContent()) ?? "";
    const [key = ""] = /tk_live_[0-9A-Za-z]{38}/.exec(text) ?? [];
    expect(key).not.toBe("");
    await smtp.mail(email, "An API key was created");
    return key;
  }

  /** Signs in as the first operator by a link of the command line. */
  async function signInAsOperator(visitor: Visitor, hands: Hands): Promise<void> {
    const environment = { ...dashboard.environment, PUBLIC_URL: dashboard.url };
    const printed = await runCommand(["accounts", "sign-in-link", "--email", firstEmail], environment);
    await visitor.page.goto(printed.trim());
    await hands.submit("Sign in");
  }

  const ways: Record<string, VisitOptions & { hands: typeof mouseHands }> = {
    "a mouse on a desktop in the light": { hands: mouseHands },
    ...(isWhole && {
      "a finger on a phone in the dark": { hands: touchHands, screen: "phone", colorScheme: "dark" },
      "a keyboard alone, the focus seen at every stop": { hands: keyboardHands },
      "JavaScript off": { hands: mouseHands, javaScriptEnabled: false },
    }),
  };

  it.each(Object.entries(ways))(
    "succeeds on the pages with %s",
    async (way, { hands: handsOf, ...options }) => {
      // axe-core needs scripts.
      const checked = options.javaScriptEnabled ?? true;
      const [operator, customer] = [await dashboard.visit(options), await dashboard.visit(options)];
      const { page } = operator;
      const hands = handsOf(page);
      const email = `${way.replaceAll(/\W+/g, "-").toLowerCase()}@example.com`;
      const expectFine = async () => {
        expect(await violations(operator, checked), page.url()).toEqual([]);
      };
      await signInAsOperator(operator, hands);
      await hands.follow("Operator");
      await expectFine();
      await hands.follow("Invitations");
      await hands.fill("Email address (optional)", email);
      await hands.check("Send the link by mail");
      await hands.submit("Create invitation");
      await expectFine();

      const key = await join(email, customer, handsOf(customer.page), checked);
      for (let count = 0; count < 8; count++) expect((await call(key)).status).toBe(200);
      await smtp.mail(email, "You have used 80 % of your daily calls");

      await hands.follow("Accounts");
      await hands.fill("Search", key.slice(0, 12));
      await hands.submit("Find accounts");
      await expectFine();
      expect(await page.locator("main tbody th a").allTextContents()).toEqual([email]);
      await hands.follow(email);
      await hands.fill("Reason", reason);
      await hands.submit("Suspend account");
      await expectFine();
      await hands.submit("Suspend account");
      await expectFine();
      const refused = await call(key);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain("account_suspended");
      await customer.goTo("/");
      expect(await customer.page.locator("main").textContent()).toContain(reason);
      expect(await violations(customer, checked)).toEqual([]);

      await hands.submit("Reactivate account");
      await expectFine();
      await customer.goTo("/");
      expect(await customer.page.locator("h1").textContent()).not.toContain("suspended");
      expect((await call(key)).status).toBe(200);
      operator.expectQuiet();
      customer.expectQuiet(/status of 403/);
    },
  );
});
