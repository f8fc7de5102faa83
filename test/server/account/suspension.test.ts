import { createSignInLink, listSessions } from "@tools-api/core/accounts";
import { reactivateAccount, suspendAccount } from "@tools-api/core/billing";
import { defaultPlans } from "@tools-api/core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AccountServer, openBrowser, startAccounts } from "../account-server.ts";
import { answerOf, expectRefusal, type ManagementServer, managementServer } from "../management-server.ts";

const reason = "A key of this account is public.";

interface Documented {
  paths: Record<string, Record<string, { security?: unknown[] }>>;
}

describe("a management call of a suspended account", () => {
  let server: ManagementServer;
  let billing: Parameters<typeof suspendAccount>[0];
  beforeEach(() => {
    server = managementServer();
    billing = { documents: server.documents, usage: server.usage, plans: defaultPlans };
  });

  const allowed = [
    "GET /account",
    "GET /account/export",
    "GET /account/invoices",
    "GET /account/invoices/{id}",
    "GET /account/ledger",
    "GET /account/plan",
  ];

  it("is refused with the reason, except the invoices, the ledger, the plan and the export, from the next call on", async () => {
    const owner = await server.owner();
    await answerOf(await server.call("POST /account/plan", { as: owner, body: { plan: "pro" } }));
    await suspendAccount(billing, owner.account.id, { reason }, Date.now());
    const { paths } = (await (await server.call("GET /openapi.json")).json()) as Documented;
    const answered: string[] = [];
    const messages = new Set<string>();
    for (const [path, methods] of Object.entries(paths)) {
      if (!path.startsWith("/account")) continue;
      for (const [method, { security }] of Object.entries(methods)) {
        if (security?.length === 0) continue;
        const call = `${method.toUpperCase()} ${path}`;
        const body = method === "get" ? {} : { body: {} };
        const response = await server.call(call.replace("{id}", "00000001"), { as: owner, ...body });
        if (response.status === 200) answered.push(call);
        else messages.add((await expectRefusal(response, 403, "account_suspended")).message);
        await expectRefusal(
          await server.call(call.replace("{id}", "00000001"), { bearer: owner.key, ...body }),
          403,
          "account_suspended",
        );
      }
    }
    expect(answered.toSorted()).toEqual(allowed);
    expect([...messages]).toEqual([`The account ${owner.account.id} is suspended: ${reason}`]);
    await reactivateAccount(billing, owner.account.id, Date.now());
    await answerOf(await server.call("GET /account/keys", { as: owner }));
    await answerOf(await server.call("GET /account", { bearer: owner.key }));
  });
});

describe("the dashboard of a suspended account", () => {
  const password = "correct horse battery";
  let server: AccountServer;
  beforeAll(async () => {
    server = await startAccounts();
    // The first account is an operator, whom nobody can suspend.
    await server.account("operator@example.com", password);
  });
  afterAll(() => server.close());

  async function suspended(email: string) {
    const account = await server.account(email, password);
    const before = openBrowser(server.url);
    await before.post("/sign-in", { email, password });
    const parts = { documents: server.documents, usage: server.usage, plans: defaultPlans };
    await suspendAccount(parts, account.id, { reason: `${reason} <b>` }, Date.now());
    return { account, before };
  }

  it("has only the reason, the invoices, the ledger, the export and the way out, in old and new sessions", async () => {
    const email = "suspended@example.com";
    const { account, before } = await suspended(email);
    const byPassword = openBrowser(server.url);
    expect((await byPassword.post("/sign-in", { email, password })).status).toBe(303);
    const byLink = openBrowser(server.url);
    const token = await createSignInLink(server.documents, account.id, { at: Date.now() });
    expect((await byLink.post("/sign-in/link", { token })).status).toBe(303);
    for (const browser of [before, byPassword, byLink]) {
      for (const path of ["/", "/keys", "/usage", "/plan", "/apps", "/profile", "/password", "/requests"]) {
        const page = await browser.get(path);
        const html = await page.text();
        expect([path, page.status]).toEqual([path, 403]);
        expect(html).toContain(`${reason} &lt;b&gt;`);
        expect(html).toContain('action="/sign-out"');
      }
      for (const path of ["/plan/invoices", "/plan/ledger", "/account/export"])
        expect([path, (await browser.get(path)).status]).toEqual([path, 200]);
      const refused = await browser.post("/keys", { name: "ci", scopes: "usage:read" });
      expect(refused.status).toBe(403);
    }
    expect((await byLink.post("/sign-out", {})).status).toBe(303);
    expect(await listSessions(server.documents, account.id, { limit: 10 })).toHaveLength(2);
  });

  it("tells only a caller with the password that the account is suspended", async () => {
    await suspended("secret-suspension@example.com");
    const guess = await openBrowser(server.url).post("/sign-in", {
      email: "secret-suspension@example.com",
      password: "wrong password",
    });
    expect(guess.status).toBe(422);
    expect(await guess.text()).not.toContain("suspended");
  });
});
