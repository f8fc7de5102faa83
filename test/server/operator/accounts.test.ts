import { listAuditEntries } from "@tools-api/core/audit";
import { findAccountByEmail } from "@tools-api/core/accounts";
import { verifyByMailLink } from "@tools-api/core/internal/identity";
import { createOAuthClient, getOAuthClient, listGrants } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { describe, expect, it } from "vitest";
import { answerOf, expectRefusal, managementServer } from "../management-server.ts";
import { linkIn, sentMails } from "../sent-mail.ts";

const url = "http://localhost:3000";

async function withCustomer() {
  const server = managementServer();
  const [operator, customer] = [await server.operator(), await server.owner()];
  const path = `/operator/accounts/${customer.account.id}`;
  return {
    server,
    operator,
    customer,
    path,
    /** Makes a call on the account as the operator. */
    ask: (method: string, rest: string, body?: unknown) =>
      server.call(`${method} ${path}${rest}`, { as: operator, body }),
  };
}

describe("GET /operator/accounts", () => {
  it("finds accounts by word, id, key id and key prefix, and by plan and status", async () => {
    const { server, operator, customer, ask } = await withCustomer();
    await answerOf(await ask("POST", "/plan", { plan: "pro" }));
    await answerOf(await ask("POST", "/suspend", { reason: "Leaked." }));
    const found = async (query: string) => {
      const page = await answerOf<{ items: { id: string }[] }>(
        await server.call(`GET /operator/accounts?${query}`, { bearer: operator.key }),
      );
      return page.items.map(({ id }) => id);
    };
    const { account, apiKey, key } = customer;
    for (const query of [account.email, account.id, apiKey.id, key.slice(0, 12)])
      expect(await found(`query=${encodeURIComponent(query)}`), query).toEqual([account.id]);
    expect(await found("plan=pro")).toEqual([account.id]);
    expect(await found("status=suspended")).toEqual([account.id]);
    expect(await found("plan=enterprise")).toEqual([]);
    expect(await found("past_due=true")).toEqual([]);
    expect((await found("")).toSorted()).toEqual([account.id, operator.account.id].toSorted());
  });

  it("returns every account once over pages of one", async () => {
    const { server, operator } = await withCustomer();
    for (let count = 0; count < 3; count++) await server.owner();
    const seen: string[] = [];
    for (let after = ""; ;) {
      const query = `limit=1${after && `&after=${encodeURIComponent(after)}`}`;
      const { items, next } = await answerOf<{ items: { id: string }[]; next: string | null }>(
        await server.call(`GET /operator/accounts?${query}`, { as: operator }),
      );
      seen.push(...items.map(({ id }) => id));
      if (next === null) break;
      after = next;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });
});

describe("an operator's change", () => {
  it("applies to the next request of the customer, and names the operator in the audit log", async () => {
    const { server, operator, customer, ask } = await withCustomer();
    const profile = () => server.call("GET /v1/user/profile", { bearer: customer.key });
    await answerOf(await ask("POST", "/plan", { plan: "pro", daily_limit: 25_000 }));
    expect(await answerOf(await ask("GET", ""))).toMatchObject({
      plan: { name: "pro", daily_limit: 25_000, agreed_limit: 25_000 },
    });
    await answerOf(await ask("POST", "/invoices/00000001/pay"));
    await answerOf(await ask("POST", "/limit", { daily_limit: null }));
    expect((await profile()).headers.get("RateLimit-Policy")).toContain("10000");
    await answerOf(await ask("POST", "/suspend", { reason: "Leaked." }));
    expect((await profile()).status).toBe(403);
    expect(await answerOf(await ask("GET", ""))).toMatchObject({
      status: "suspended",
      suspension: { reason: "Leaked.", at: expect.any(String) },
    });
    await answerOf(await ask("POST", "/reactivate"));
    expect((await profile()).status).toBe(200);
    await answerOf(await ask("DELETE", `/keys/${customer.apiKey.id}`), 204);
    expect((await profile()).status).toBe(401);
    await answerOf(await ask("DELETE", "/sessions"), 204);
    expect((await server.call("GET /account", { as: customer })).status).toBe(401);
    const entries = await listAuditEntries(server.documents, customer.account.id, { limit: 100 });
    const changes = entries.filter(({ action }) => !action.endsWith("created"));
    expect(changes.map(({ action }) => action).toSorted()).toEqual([
      "account.reactivated",
      "account.suspended",
      "invoice.paid",
      "key.revoked",
      "plan.changed",
      "plan.changed",
      "session.ended",
    ]);
    for (const { actor } of changes)
      expect(actor).toMatchObject({ kind: "operator", account: operator.account.id });
  });

  it("hides the address of the operator from the owner's audit log, and shows it to operators", async () => {
    const address = "192.0.2.77";
    const server = managementServer({ clientAddress: () => address });
    const [operator, customer] = [await server.operator(), await server.owner()];
    const path = `/operator/accounts/${customer.account.id}`;
    await answerOf(await server.call(`POST ${path}/plan`, { as: operator, body: { plan: "pro" } }));
    const own = await (await server.call("GET /account/audit", { as: customer })).text();
    expect(own).toContain(operator.account.id);
    expect(own).not.toContain(address);
    expect(await (await server.call("GET /account/export", { as: customer })).text()).not.toContain(address);
    expect(await (await server.call(`GET ${path}/audit`, { as: operator })).text()).toContain(address);
  });

  it("closes an account, whose records remain without personal data", async () => {
    const { server, customer, ask } = await withCustomer();
    await answerOf(await ask("POST", "/close"), 204);
    expect(await answerOf(await ask("GET", ""))).toMatchObject({ status: "closed", email: "", name: "" });
    expect((await server.call("GET /v1/user/profile", { bearer: customer.key })).status).toBe(401);
    await expectRefusal(await ask("POST", "/suspend", { reason: "Again." }), 409, "conflict");
  });

  it("never leaves the server without an active operator", async () => {
    const { server, operator } = await withCustomer();
    const path = `/operator/accounts/${operator.account.id}`;
    const ask = (rest: string, body?: unknown) => server.call(`POST ${path}/${rest}`, { as: operator, body });
    await expectRefusal(await ask("close"), 409, "conflict");
    await expectRefusal(await ask("suspend", { reason: "Me." }), 409, "conflict");
    await expectRefusal(await ask("role", { role: "customer" }), 409, "conflict");
    await server.operator();
    await answerOf(await ask("role", { role: "customer" }));
    await expectRefusal(await ask("role", { role: "operator" }), 403, "insufficient_scope");
  });
});

describe("an app of a customer", () => {
  it("ends by an operator's call, with its grants, and the audit log names the operator", async () => {
    const { server, operator, customer, ask } = await withCustomer();
    const { documents, usage } = server;
    const account = customer.account.id;
    const fields = { name: "Reader", redirectUris: ["https://reader.example/"], scopes: ["usage:read"] };
    const made = await createOAuthClient(documents, account, fields, { at: Date.now() });
    const grant = await allowClient(
      { documents, usage },
      { account, client: made.client.id, scopes: ["usage:read"] },
      Date.now(),
    );
    const stranger = await server.owner();
    const foreign = `DELETE /operator/accounts/${stranger.account.id}`;
    for (const path of [`clients/${made.client.id}`, `grants/${grant.id}`])
      await expectRefusal(await server.call(`${foreign}/${path}`, { as: operator }), 404, "not_found");
    await answerOf(await ask("DELETE", `/grants/${grant.id}`), 204);
    expect(await listGrants(documents, account, { limit: 10 })).toEqual([]);
    await answerOf(await ask("DELETE", `/clients/${made.client.id}`), 204);
    expect((await getOAuthClient(documents, account, made.client.id))?.value.revokedAt).not.toBeNull();
    const entries = await listAuditEntries(documents, account, { limit: 100 });
    for (const action of ["grant.revoked", "client.revoked"])
      expect(entries.find((entry) => entry.action === action)?.actor).toMatchObject({
        kind: "operator",
        account: operator.account.id,
      });
  });
});

describe("PATCH /operator/accounts/{account}", () => {
  it("corrects the address as its owner would: unconfirmed, unique, with a link to it and a notice to the confirmed one", async () => {
    const { server, operator, customer, ask } = await withCustomer();
    const { documents } = server;
    await answerOf(await server.call("POST /account/email-verification", { as: customer }), 204);
    const link = linkIn((await sentMails(documents, url))[0], url);
    await verifyByMailLink(server, link.replace("/verify-address?token=", ""), customer.account, Date.now());
    const before = customer.account.email;
    expect(await answerOf(await ask("PATCH", "", { email: "corrected@example.com" }))).toMatchObject({
      email: "corrected@example.com",
      email_verified_at: null,
    });
    expect((await server.call("GET /account", { as: customer })).status).toBe(200);
    expect(await findAccountByEmail(documents, before)).toBeNull();
    const mails = await sentMails(documents, url);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["corrected@example.com", "Confirm your email address"],
      [before, expect.stringContaining("address")],
    ]);
    const [entry] = await listAuditEntries(documents, customer.account.id, { limit: 1 });
    expect(entry).toMatchObject({
      action: "email.changed",
      actor: { kind: "operator", account: operator.account.id },
    });
    const other = await server.owner();
    await expectRefusal(await ask("PATCH", "", { email: other.account.email }), 409, "conflict");
    await expectRefusal(await ask("PATCH", "", { email: "nowhere" }), 422, "invalid_parameter");
    await expectRefusal(await ask("PATCH", "", { name: "Eve" }), 422, "invalid_parameter");
  });

  it("never changes the address of another operator, whose account a reset would open", async () => {
    const { server, operator } = await withCustomer();
    const other = await server.operator();
    const response = await server.call(`PATCH /operator/accounts/${other.account.id}`, {
      bearer: operator.key,
      body: { email: "eve@example.com" },
    });
    await expectRefusal(response, 409, "conflict");
    expect(await findAccountByEmail(server.documents, "eve@example.com")).toBeNull();
  });
});

describe("POST /operator/accounts/{account}/sign-in-link", () => {
  it("returns a link that signs the owner in once", async () => {
    const { server, customer, ask } = await withCustomer();
    const { url: link } = await answerOf<{ url: string }>(await ask("POST", "/sign-in-link", {}));
    const token = link.replace(`${url}/sign-in/link?token=`, "");
    const submit = () =>
      server.call("POST /sign-in/link", {
        headers: { Origin: url, "Content-Type": "application/x-www-form-urlencoded" },
        body: `token=${token}`,
      });
    const response = await submit();
    expect(response.status).toBe(303);
    const [cookie = ""] =
      response.headers
        .getSetCookie()
        .find((line) => line.startsWith("session="))
        ?.split(";") ?? [];
    expect(await answerOf(await server.call("GET /account", { headers: { Cookie: cookie } }))).toMatchObject({
      id: customer.account.id,
    });
    expect((await submit()).headers.getSetCookie().join()).not.toContain("session=");
  });

  it("sends the link by mail at most three times an hour, and does not show it", async () => {
    const { server, customer, ask } = await withCustomer();
    for (let sent = 0; sent < 3; sent++)
      expect(await answerOf(await ask("POST", "/sign-in-link", { send: true }))).toMatchObject({ url: null });
    await expectRefusal(await ask("POST", "/sign-in-link", { send: true }), 429, "too_many_attempts");
    const mails = (await sentMails(server.documents, url)).filter(({ subject }) =>
      subject.startsWith("Sign in"),
    );
    expect(mails.map(({ to }) => to)).toEqual(Array(3).fill(customer.account.email));
    const page = await server.call(`GET ${linkIn(mails[0], url).replace(url, "")}`);
    expect(await page.text()).toContain(customer.account.email);
  });

  it("shows no link for another operator or for an account that is not active", async () => {
    const { server, operator, ask } = await withCustomer();
    const other = await server.operator();
    const path = `/operator/accounts/${other.account.id}/sign-in-link`;
    await expectRefusal(await server.call(`POST ${path}`, { as: operator, body: {} }), 409, "conflict");
    await answerOf(await ask("POST", "/suspend", { reason: "Leaked." }));
    await expectRefusal(await ask("POST", "/sign-in-link", {}), 409, "conflict");
  });
});

describe("GET /operator/overview", () => {
  it("returns the health of both stores and the revenue of the month", async () => {
    const { server, operator, ask } = await withCustomer();
    const overview = async () =>
      answerOf<{ revenue: { due: number; paid: number }[] }>(
        await server.call("GET /operator/overview", { as: operator }),
      );
    expect(await overview()).toMatchObject({
      load: null,
      stores: [
        { name: "documents", is_available: true },
        { name: "usage", is_available: true },
      ],
      revenue: [],
    });
    await answerOf(await ask("POST", "/plan", { plan: "pro" }));
    const [before] = (await overview()).revenue;
    expect(before).toMatchObject({ currency: "usd", paid: 0 });
    await answerOf(await ask("POST", "/invoices/00000001/pay"));
    expect((await overview()).revenue).toEqual([{ currency: "usd", due: 0, paid: before?.due }]);
  });
});
