import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import {
  changeAccount,
  createAccount,
  createApiKey,
  getAccount,
  searchAccounts,
  setPlan,
} from "@tools-api/core/accounts";
import { changePlan, recordFailedPayment } from "@tools-api/core/billing";
import { enqueue } from "@tools-api/core/outbox";
import { allowanceReports, createApi, defaultTemplates, renderMail, reportByMail } from "@tools-api/server";
import { dayMs } from "@tools-api/core/internal/time";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBrowser, startAccounts } from "../account-server.ts";
import { sentMails } from "../sent-mail.ts";

const password = "correct horse battery";

async function start() {
  const server = await startAccounts({ mail: { provesAddresses: false } });
  onTestFinished(() => server.close());
  const account = await server.account("ada@example.com", password);
  const subjects = async () =>
    (await sentMails(server.documents, server.url)).map(({ to, subject }) => `${to}: ${subject}`);
  return { server, account, subjects };
}

describe("mail to an owner", () => {
  it("reports a sign-in from a browser that is new to the account, and none from one that is known", async () => {
    const { server, subjects } = await start();
    const browser = openBrowser(
      server.url,
      "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    );
    await browser.post("/sign-in", { email: "ada@example.com", password });
    const [mail] = await sentMails(server.documents, server.url);
    expect([mail?.to, mail?.subject]).toEqual(["ada@example.com", "New sign-in to your account"]);
    expect(mail?.text).toContain("Firefox 143 on Linux");
    expect(mail?.text).toContain("127.0.0.1");
    await browser.post("/sign-out", {});
    await browser.post("/sign-in", { email: "ada@example.com", password });
    await browser.post("/sign-in", { email: "ada@example.com", password: "wrong password" });
    expect(await subjects()).toEqual([]);
  });

  it("reports a key and an invoice in the commit that creates them", async () => {
    const { server, subjects } = await start();
    const browser = openBrowser(server.url);
    await browser.post("/sign-in", { email: "ada@example.com", password });
    await subjects();
    const call = (path: string, body: object) =>
      fetch(`${server.url}/account/${path}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          Origin: server.url,
        },
        body: JSON.stringify(body),
      });
    expect((await call("keys", { name: "<b>ci</b>\r\nBcc: eve@example.com" })).status).toBe(422);
    expect((await call("keys", { name: "<b>ci</b>" })).status).toBe(201);
    const [mail] = await sentMails(server.documents, server.url);
    expect(mail?.subject).toBe("An API key was created");
    expect(mail?.text).toContain("Name: <b>ci</b>");
    expect(mail?.html).toContain("&lt;b&gt;ci&lt;/b&gt;");
    expect(mail?.html).not.toContain("<b>ci");
    expect((await call("plan", { plan: "pro" })).status).toBe(200);
    expect(await subjects()).toEqual(["ada@example.com: Invoice INV-000001"]);
  });

  it("reports a failed payment once per attempt", async () => {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    const by = { actor: { kind: "system" }, report: reportByMail } as const;
    const billing = { ...stores, plans: defaultPlans, by };
    const now = Date.now();
    const { id } = await createAccount(stores.documents, { email: "ada@example.com" }, { at: now });
    await changePlan(billing, id, { plan: "pro" }, { now });
    for (let round = 0; round < 2; round++)
      await recordFailedPayment(billing, { account: id, id: "00000001" }, { attempt: 0 }, now);
    const mails = await sentMails(stores.documents, "https://tools.example.com", { now: now + 1 });
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "Invoice INV-000001",
      "The payment of invoice INV-000001 failed",
    ]);
    const text = mails.map((mail) => mail.text).join("");
    expect(text).toMatch(
      /Billing cycle: \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\nTotal: \$29\.00\nAmount due: \$29\.00/,
    );
    expect(text).toContain(
      "You get this mail because it is the address of your account at tools.example.com.",
    );
  });
});

describe("the link in a mail about the allowance", () => {
  async function startWithMail() {
    const { server, account } = await start();
    const at = Date.now();
    const data = { percent: 80, limit: 10, resetsAt: at + dayMs };
    await server.documents.commit(enqueue({ account: account.id, type: "allowance.reached", data, at }));
    const [mail] = await sentMails(server.documents, server.url);
    const url = mail?.unsubscribeUrl ?? "";
    const isOff = async () =>
      (await getAccount(server.documents, account.id))?.value.allowanceMails === false;
    return { mail, url, isOff };
  }
  const oneClick = (url: string) =>
    fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });

  it("turns these mails off with one POST of a mail service, without a sign-in or a redirect", async () => {
    const { mail, url, isOff } = await startWithMail();
    expect(mail?.text).toContain(`Turn off mails about your daily calls:\n${url}`);
    const response = await oneClick(url);
    expect([response.status, response.redirected, await isOff()]).toEqual([200, false, true]);
    expect(await (await fetch(url)).text()).toContain("These mails are off.");
  });

  it("changes nothing when a scanner opens it, and shows the button", async () => {
    const { url, isOff } = await startWithMail();
    const page = await (await fetch(url)).text();
    expect(page).toContain(`<form method="post" action="${new URL(url).pathname}${new URL(url).search}">`);
    expect(await isOff()).toBe(false);
  });

  it("is answered with 404 for a token that the server did not make, and changes nothing", async () => {
    const { url, isOff } = await startWithMail();
    const other = url.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
    expect([(await oneClick(other)).status, (await fetch(other)).status]).toEqual([404, 404]);
    expect(await isOff()).toBe(false);
  });
});

describe("mail about the allowance", () => {
  const plans = { ...defaultPlans, free: { ...defaultPlans.free, dailyLimit: 10 } };

  async function start({ sendsMail = true } = {}) {
    let passed = 0;
    const stored = memoryDocuments({ clock: { now: () => Date.now() + passed } });
    /** The reports that are being written. No caller waits for them. */
    const commits: Promise<unknown>[] = [];
    const documents: typeof stored = {
      ...stored,
      commit(operations) {
        const commit = stored.commit(operations);
        commits.push(commit.catch(() => {}));
        return commit;
      },
    };
    const usage = memoryUsage();
    const failures: unknown[] = [];
    // Two servers on the same stores.
    const newApi = () =>
      createApi({
        documents,
        usage,
        plans,
        authenticator: apiKeyAuthenticator({ documents }),
        onAllowanceReached: allowanceReports({
          documents,
          sendsMail,
          onFailure: (error) => failures.push(error),
        }),
      });
    const [first, second] = [newApi(), newApi()];
    const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
    const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
    const callTimes = async (times: number) => {
      const calls = Array.from({ length: times }, async (_, index) =>
        (index % 2 === 0 ? first : second).request("/v1/user/profile", {
          headers: { Authorization: `Bearer ${secret}` },
        }),
      );
      const answers = await Promise.all(calls);
      await Promise.all(commits);
      return answers.map(({ status }) => status);
    };
    const subjects = async () => {
      expect(failures).toEqual([]);
      const mails = await sentMails(documents, "https://tools.example.com");
      return mails.map(({ subject }) => subject).toSorted();
    };
    const overLimit = async () =>
      (await searchAccounts(documents, { overLimit: true, limit: 10 })).accounts.map(({ email }) => email);
    const pass = (ms: number) => void (passed += ms);
    return { stores: { documents, usage }, account, callTimes, subjects, overLimit, pass };
  }

  it("is sent once at 80 and once at 100 percent, from two servers with parallel calls", async () => {
    const { callTimes, subjects } = await start();
    await callTimes(7);
    expect(await subjects()).toEqual([]);
    await callTimes(2);
    expect(await subjects()).toEqual(["You have used 80 % of your daily calls"]);
    const statuses = await callTimes(20);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await subjects()).toEqual(["Your daily calls are used up"]);
    await callTimes(5);
    expect(await subjects()).toEqual([]);
  });

  it.each([true, false])(
    "lists the account as over its limit for operators, with mail: %s",
    async (sendsMail) => {
      const { stores, account, callTimes, subjects, overLimit } = await start({ sendsMail });
      await changeAccount(stores, account.id, { allowanceMails: false });
      await callTimes(9);
      expect(await overLimit()).toEqual([]);
      await callTimes(2);
      expect(await overLimit()).toEqual(["ada@example.com"]);
      expect(await subjects()).toEqual([]);
    },
  );

  it("no longer lists the account after its limit changes or the day ends", async () => {
    const { stores, account, callTimes, overLimit, pass } = await start();
    await callTimes(10);
    await setPlan(stores, account.id, { plan: "free", dailyLimit: 20 });
    expect(await overLimit()).toEqual([]);
    await callTimes(10);
    expect(await overLimit()).toEqual(["ada@example.com"]);
    pass(dayMs);
    expect(await overLimit()).toEqual([]);
  });
});

describe("the templates", () => {
  const hostile = `"><script>alert(1)</script>\r\nBcc: eve@example.com\u202e${"x".repeat(10_000)}`;

  it("escape every value, keep it on one line, and bound it", () => {
    const url = "https://tools.example.com/";
    const at = Date.now();
    const mails = [
      defaultTemplates.keyCreated({ name: hostile, key: hostile, at, url }),
      defaultTemplates.newDevice({ browser: hostile, address: hostile, at, url }),
      defaultTemplates.accountExists({ email: hostile, signInUrl: url, resetUrl: url }),
      defaultTemplates.invoice({
        number: hostile,
        seller: hostile,
        periodStart: at,
        periodEnd: at,
        total: hostile,
        amountDue: hostile,
        dueAt: at,
        url,
      }),
    ];
    for (const { subject, text, html } of mails) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect(subject.length).toBeLessThanOrEqual(500);
      expect(html).not.toContain("<script>");
      expect(subject + text + html).not.toContain("\u202e");
      expect(text).not.toMatch(/^Bcc:/m);
      expect(text.length + html.length).toBeLessThan(20_000);
    }
  });

  it("are replaced one by one by a host", async () => {
    const { server } = await start();
    await openBrowser(server.url).post("/reset-password", { email: "ada@example.com" });
    const templates = {
      resetPassword: ({ url }: { url: string }) =>
        renderMail({ subject: "Acme", paragraphs: ["Hi"], link: { label: "Go", url } }),
    };
    const [mail] = await sentMails(server.documents, server.url, { templates });
    expect(mail?.subject).toBe("Acme");
  });
});
