import { type SoftwarePasskey, softwarePasskey } from "../../engines/software-passkey.ts";
import { allowClient, linkProvider, recordDelivery } from "@tools-api/core/internal";
import { Validator } from "@seriousme/openapi-schema-validator";
import { consoleMailer } from "@tools-api/adapters/mail/console";
import { defaultPlans } from "@tools-api/core";
import { listInvitations, listSessions } from "@tools-api/core/accounts";
import { changePlan } from "@tools-api/core/billing";
import { createOAuthClient } from "@tools-api/core/oauth";
import { deliverDue, enqueue, listDeadMessages, Undeliverable } from "@tools-api/core/outbox";
import { listWebhookDeliveries, operatorOwner } from "@tools-api/core/webhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { describedBy, type OpenApiDocument, readDocument } from "./described.ts";
import { linkIn, sentMails } from "../sent-mail.ts";
import { type ManagementServer, managementServer, type Owner } from "../management-server.ts";
import { failPayment, paymentPages } from "../payment-pages.ts";

let server: ManagementServer;
let owner: Owner;
let operator: Owner;
let document: OpenApiDocument;

beforeAll(async () => {
  server = managementServer({ payments: paymentPages, mailer: consoleMailer(() => {}) });
  owner = await server.owner();
  operator = await server.operator();
  // The first test checks the shape.
  document = await readDocument(await server.call("GET /openapi.json"));
});

const operatorPaths = () => Object.entries(document.paths).filter(([path]) => path.startsWith("/operator"));

const callsOf = (paths: ReturnType<typeof operatorPaths>) =>
  paths.flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );

/** Makes every call on webhook endpoints once, under a path such as `/account/webhooks`. */
async function callWebhooks(
  webhookOwner: string,
  call: (
    method: string,
    path: string,
    ids?: { id: string; delivery?: string },
    body?: unknown,
  ) => Promise<unknown>,
): Promise<void> {
  // The document describes the responses.
  const create = async () =>
    (await call("POST", "", { id: "" }, { url: "https://example.com/" })) as { id: string };
  const [first, second] = [await create(), await create()];
  const at = Date.now();
  await recordDelivery(
    server.documents,
    { owner: webhookOwner, endpoint: first.id },
    {
      event: "msg_1",
      type: "key.created",
      eventAt: at,
      at,
      attempt: 1,
      status: 500,
      error: null,
      durationMs: 3,
      data: {},
    },
  );
  const [delivery] = await listWebhookDeliveries(server.documents, webhookOwner, first.id);
  await call("GET", "");
  await call("GET", "/{id}", first);
  await call("PATCH", "/{id}", first, { events: ["key.created"] });
  await call("POST", "/{id}/rotate", first);
  await call("GET", "/{id}/deliveries", first);
  const ids = { ...first, delivery: delivery?.id ?? "" };
  await call("POST", "/{id}/deliveries/{delivery}/redeliver", ids);
  await call("POST", "/{id}/test", second);
  await call("DELETE", "/{id}", second);
}

const managementPaths = () => Object.entries(document.paths).filter(([path]) => path.startsWith("/account"));

describe("GET /openapi.json of a server with accounts", () => {
  it("is a valid OpenAPI 3.1 document of exactly the served management calls", async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors).toBeUndefined();
    expect(callsOf(managementPaths()).toSorted()).toEqual([
      "DELETE /account",
      "DELETE /account/billing-details",
      "DELETE /account/clients/{id}",
      "DELETE /account/grants/{id}",
      "DELETE /account/identity-provider",
      "DELETE /account/keys/{id}",
      "DELETE /account/passkeys/{id}",
      "DELETE /account/plan/scheduled",
      "DELETE /account/sessions",
      "DELETE /account/sessions/{id}",
      "DELETE /account/webhooks/{id}",
      "GET /account",
      "GET /account/audit",
      "GET /account/clients",
      "GET /account/clients/{id}",
      "GET /account/export",
      "GET /account/grants",
      "GET /account/identity-provider",
      "GET /account/invoices",
      "GET /account/invoices/{id}",
      "GET /account/keys",
      "GET /account/keys/{id}",
      "GET /account/ledger",
      "GET /account/passkeys",
      "GET /account/plan",
      "GET /account/requests",
      "GET /account/requests/summary",
      "GET /account/sessions",
      "GET /account/usage",
      "GET /account/webhooks",
      "GET /account/webhooks/{id}",
      "GET /account/webhooks/{id}/deliveries",
      "PATCH /account",
      "PATCH /account/clients/{id}",
      "PATCH /account/keys/{id}",
      "PATCH /account/webhooks/{id}",
      "POST /account/clients",
      "POST /account/clients/{id}/secret",
      "POST /account/email-verification",
      "POST /account/keys",
      "POST /account/keys/{id}/rotate",
      "POST /account/passkey-options",
      "POST /account/passkeys",
      "POST /account/password-reset",
      "POST /account/password-reset/confirm",
      "POST /account/plan",
      "POST /account/plan/payment-method",
      "POST /account/plan/portal",
      "POST /account/plan/preview",
      "POST /account/plan/retry-payments",
      "POST /account/session-token",
      "POST /account/webhooks",
      "POST /account/webhooks/{id}/deliveries/{delivery}/redeliver",
      "POST /account/webhooks/{id}/rotate",
      "POST /account/webhooks/{id}/test",
      "PUT /account/billing-details",
      "PUT /account/password",
    ]);
  });

  it("lists the session for every call, and bearer credentials and OAuth with the scope for all except session tokens and new passkeys", () => {
    for (const [path, operations] of managementPaths())
      for (const [method, { security }] of Object.entries(operations)) {
        const scope = method === "get" ? "account:read" : "account:write";
        const isForSessions =
          method === "post" && /^\/account\/(session-token|passkey-options|passkeys)$/.test(path);
        const bearers = isForSessions ? [] : [{ bearer: [scope] }, { oauth2: [scope] }];
        // The owner of a lost password has no credential.
        const isOpen = path.startsWith("/account/password-reset");
        expect(security, `${method} ${path}`).toEqual(isOpen ? [] : [{ session: [] }, ...bearers]);
      }
    expect(document.paths["/v1/user/profile"]?.["get"]?.security).toEqual([
      { bearer: ["profile:read"] },
      { oauth2: ["profile:read"] },
    ]);
    const { securitySchemes } = document.components;
    expect(securitySchemes).toMatchObject({
      bearer: { type: "http" },
      session: { type: "apiKey", name: "session" },
      oauth2: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            authorizationUrl: "http://localhost:3000/oauth/authorize",
            tokenUrl: "http://localhost:3000/oauth/token",
          },
          clientCredentials: { tokenUrl: "http://localhost:3000/oauth/token" },
        },
      },
    });
  });

  it("describes every response of a management call, and the actual errors", async () => {
    const expectDescribed = describedBy(document);
    const seen = new Set<string>();
    const call = async (
      method: string,
      path: string,
      id = "",
      body?: unknown,
      delivery = "",
    ): Promise<{ id: string }> => {
      const url = path.replace("{id}", id).replace("{delivery}", delivery);
      const response = await server.call(`${method} ${url}`, { as: owner, body });
      await expectDescribed(response.clone(), path, method.toLowerCase());
      if (response.ok) seen.add(`${method} ${path}`);
      // The lines below read the id of the created objects.
      return (response.status === 204 ? {} : await response.json()) as { id: string };
    };
    const key = await call("POST", "/account/keys", "", { expires_at: "2099-01-01T00:00:00+02:00" });
    const client = await call("POST", "/account/clients", "", {
      name: "App",
      redirect_uris: ["https://a.example/"],
    });
    const scopes = ["usage:read" as const];
    const grant = await allowClient(
      server,
      { account: owner.account.id, client: client.id, scopes },
      Date.now(),
    );
    await server.call("GET /v1/user/profile", { bearer: owner.key });
    for (const path of [
      "",
      "/export",
      "/keys",
      "/clients",
      "/grants",
      "/sessions",
      "/passkeys",
      "/audit",
      "/identity-provider",
    ])
      await call("GET", `/account${path}`);
    const options = await server.call("POST /account/passkey-options", { as: owner });
    // The documented response.
    const { public_key: publicKey } = (await options.json()) as {
      public_key: Parameters<SoftwarePasskey["create"]>[0];
    };
    await call("POST", "/account/passkey-options");
    const passkey = await call("POST", "/account/passkeys", "", {
      name: "Laptop",
      credential: JSON.parse(softwarePasskey("http://localhost:3000").create(publicKey)) as unknown,
    });
    const user = { issuer: "https://login.example.com", subject: owner.account.id };
    const change = { at: Date.now(), by: { actor: { kind: "system" } } } as const;
    await linkProvider(server.documents, owner.account, user, change);
    await call("DELETE", "/account/identity-provider", "", {});
    await call("DELETE", "/account/passkeys/{id}", passkey.id, {});
    await call("PATCH", "/account", "", { name: "Ada" });
    await call("GET", "/account/keys/{id}", key.id);
    await call("PATCH", "/account/keys/{id}", key.id, { name: "ci", daily_limit: 3 });
    await call("POST", "/account/keys/{id}/rotate", key.id, { grace_seconds: 60 });
    await call("DELETE", "/account/keys/{id}", key.id);
    await call("POST", "/account/keys/{id}/rotate", key.id);
    await call("GET", "/account/clients/{id}", client.id);
    await call("PATCH", "/account/clients/{id}", client.id, { name: "App 2" });
    await call("POST", "/account/clients/{id}/secret", client.id);
    await call("DELETE", "/account/grants/{id}", grant.id);
    await call("DELETE", "/account/clients/{id}", client.id);
    await call("DELETE", "/account/sessions");
    await call("PUT", "/account/billing-details", "", {
      name: "Ada Ltd",
      address: ["1 Road"],
      tax_id: "GB1",
    });
    await call("DELETE", "/account/billing-details");
    await call("POST", "/account/session-token");
    await call("POST", "/account/plan/preview", "", { plan: "pro" });
    await call("POST", "/account/plan", "", { plan: "pro" });
    await call("POST", "/account/plan", "", { plan: "free" });
    await call("DELETE", "/account/plan/scheduled");
    await call("POST", "/account/plan/payment-method");
    await call("POST", "/account/plan/portal");
    await failPayment(server, owner.account.id, Date.now());
    await call("POST", "/account/plan/retry-payments");
    for (const path of ["/plan", "/invoices", "/ledger", "/usage", "/requests", "/requests/summary"])
      await call("GET", `/account${path}`);
    await call("GET", "/account/invoices/{id}", "00000001");
    await callWebhooks(owner.account.id, (method, path, { id, delivery } = { id: "" }, body) =>
      call(method, `/account/webhooks${path}`, id, body, delivery),
    );
    await call("POST", "/account/email-verification");
    await call("POST", "/account/password-reset", "", { email: owner.account.email });
    const [reset] = (await sentMails(server.documents, "http://localhost:3000")).filter(({ subject }) =>
      subject.startsWith("Reset"),
    );
    const token = linkIn(reset, "http://localhost:3000").replace(/^.*token=/, "");
    await call("POST", "/account/password-reset/confirm", "", { token, password: "staple battery horse" });
    owner = await server.owner();
    for (const [path, operations] of managementPaths())
      for (const method of Object.keys(operations)) {
        const url = path.replace("{id}", "key_none").replace("{delivery}", "none");
        await expectDescribed(await server.call(`${method.toUpperCase()} ${url}`), path, method);
        const body = method === "get" ? {} : { body: {} };
        const query = await server.call(`${method.toUpperCase()} ${url}?no=1`, {
          bearer: owner.key,
          ...body,
        });
        await expectDescribed(query, path, method);
      }
    // Each of these ends what the caller of the others needs.
    owner = await server.owner();
    const [session] = await listSessions(server.documents, owner.account.id, { limit: 1 });
    await call("DELETE", "/account/sessions/{id}", session?.id);
    owner = await server.owner();
    await call("PUT", "/account/password", "", { password: "correct horse battery" });
    owner = await server.owner();
    await call("DELETE", "/account");
    expect([...seen].toSorted()).toEqual(callsOf(managementPaths()).toSorted());
  });

  it("lists a session and a key with the scope operator for the calls of operators, and no OAuth client", () => {
    expect(callsOf(operatorPaths()).toSorted()).toEqual([
      "DELETE /operator/accounts/{account}/clients/{id}",
      "DELETE /operator/accounts/{account}/grants/{id}",
      "DELETE /operator/accounts/{account}/keys/{id}",
      "DELETE /operator/accounts/{account}/sessions",
      "DELETE /operator/invitations/{id}",
      "DELETE /operator/webhooks/{id}",
      "GET /operator/accounts",
      "GET /operator/accounts/{account}",
      "GET /operator/accounts/{account}/audit",
      "GET /operator/accounts/{account}/clients",
      "GET /operator/accounts/{account}/grants",
      "GET /operator/accounts/{account}/invoices",
      "GET /operator/accounts/{account}/invoices/{id}",
      "GET /operator/accounts/{account}/keys",
      "GET /operator/accounts/{account}/plan",
      "GET /operator/accounts/{account}/requests",
      "GET /operator/accounts/{account}/sessions",
      "GET /operator/accounts/{account}/usage",
      "GET /operator/audit",
      "GET /operator/balances",
      "GET /operator/invitations",
      "GET /operator/invoices",
      "GET /operator/mail-failures",
      "GET /operator/overview",
      "GET /operator/webhooks",
      "GET /operator/webhooks/{id}",
      "GET /operator/webhooks/{id}/deliveries",
      "PATCH /operator/accounts/{account}",
      "PATCH /operator/webhooks/{id}",
      "POST /operator/accounts/{account}/close",
      "POST /operator/accounts/{account}/credit",
      "POST /operator/accounts/{account}/invoices/{id}/pay",
      "POST /operator/accounts/{account}/invoices/{id}/refund",
      "POST /operator/accounts/{account}/invoices/{id}/void",
      "POST /operator/accounts/{account}/invoices/{id}/write-off",
      "POST /operator/accounts/{account}/limit",
      "POST /operator/accounts/{account}/payout",
      "POST /operator/accounts/{account}/plan",
      "POST /operator/accounts/{account}/plan/approve",
      "POST /operator/accounts/{account}/reactivate",
      "POST /operator/accounts/{account}/retry-payments",
      "POST /operator/accounts/{account}/role",
      "POST /operator/accounts/{account}/sign-in-link",
      "POST /operator/accounts/{account}/suspend",
      "POST /operator/invitations",
      "POST /operator/mail-failures/retry",
      "POST /operator/mail-failures/{id}/retry",
      "POST /operator/test-mail",
      "POST /operator/webhooks",
      "POST /operator/webhooks/{id}/deliveries/{delivery}/redeliver",
      "POST /operator/webhooks/{id}/rotate",
      "POST /operator/webhooks/{id}/test",
    ]);
    for (const [, operations] of operatorPaths())
      for (const { security } of Object.values(operations))
        expect(security).toEqual([{ session: [] }, { bearer: ["operator"] }]);
  });

  it("describes every response of an operator's call, and the actual errors", async () => {
    const expectDescribed = describedBy(document);
    const customer = await server.owner();
    const seen = new Set<string>();
    const call = async (
      method: string,
      path: string,
      {
        id = "",
        delivery = "",
        body,
        on = customer,
      }: { id?: string; delivery?: string; body?: unknown; on?: Pick<Owner, "account"> } = {},
    ): Promise<unknown> => {
      const full = `/operator${path}`;
      const url = full
        .replace("{account}", on.account.id)
        .replace("{id}", id)
        .replace("{delivery}", delivery);
      const response = await server.call(`${method} ${url}`, { as: operator, body });
      await expectDescribed(response.clone(), full, method.toLowerCase());
      const text = await response.text();
      expect(response.ok, `${method} ${full} ${text}`).toBe(true);
      seen.add(`${method} ${full}`);
      return text === "" ? null : JSON.parse(text);
    };
    const account = "/accounts/{account}";
    await call("GET", "/overview");
    await call("GET", "/accounts");
    await call("POST", `${account}/plan`, { body: { plan: "pro" } });
    await call("POST", `${account}/limit`, { body: { daily_limit: 12_345 } });
    await failPayment(server, customer.account.id, Date.now());
    await call("POST", `${account}/retry-payments`);
    await call("POST", `${account}/invoices/{id}/pay`, { id: "00000001" });
    await call("GET", `${account}/invoices/{id}`, { id: "00000001" });
    const refund = { amount: 100, reference: "transfer-1" };
    await call("POST", `${account}/invoices/{id}/refund`, { id: "00000001", body: refund });
    await call("POST", `${account}/credit`, { body: { amount: 500, reason: "Outage." } });
    await call("POST", `${account}/payout`, { body: { amount: 500, reason: "By transfer." } });
    const debtor = await server.owner();
    for (const end of ["void", "write-off"]) {
      await server.call("POST /account/plan", {
        as: debtor,
        body: { plan: end === "void" ? "pro" : "enterprise" },
      });
      const id = end === "void" ? "00000001" : "00000002";
      await call("POST", `${account}/invoices/{id}/${end}`, { id, body: { reason: "Test." }, on: debtor });
    }
    await call("GET", "/audit");
    const mail = { account: null, type: "key.created", to: "ada@example.com", data: {}, at: Date.now() };
    await server.documents.commit(enqueue(mail));
    const refuse = () => Promise.reject(new Undeliverable("550 no such user"));
    await deliverDue({ documents: server.documents, channels: { mail: refuse } }, Date.now());
    await call("GET", "/mail-failures");
    const failed = (await listDeadMessages(server.documents, { limit: 1 })).items[0]?.id ?? "";
    await call("POST", "/mail-failures/{id}/retry", { id: failed });
    await call("POST", "/mail-failures/retry");
    await call("POST", "/test-mail", { body: {} });
    await call("GET", "/balances");
    await call("GET", "/invoices");
    const { account: requester } = await server.owner();
    const waiting = { ...server, plans: defaultPlans, upgrades: "approved" as const };
    await changePlan(waiting, requester.id, { plan: "pro" }, Date.now());
    await call("POST", `${account}/plan/approve`, { on: { account: requester } });
    await call("POST", `${account}/sign-in-link`, { body: {} });
    await call("POST", `${account}/suspend`, { body: { reason: "Leaked." } });
    for (const path of [
      "",
      "/audit",
      "/clients",
      "/grants",
      "/invoices",
      "/keys",
      "/plan",
      "/requests",
      "/sessions",
      "/usage",
    ])
      await call("GET", account + path);
    await call("POST", `${account}/reactivate`);
    await call("PATCH", account, { body: { email: "corrected@example.com" } });
    const reader = { name: "Reader", redirectUris: ["https://reader.example/"], scopes: ["usage:read"] };
    const { client } = await createOAuthClient(server.documents, customer.account.id, reader, Date.now());
    const granted = { account: customer.account.id, client: client.id, scopes: ["usage:read"] };
    const grant = await allowClient(server, granted, Date.now());
    await call("DELETE", `${account}/grants/{id}`, { id: grant.id });
    await call("DELETE", `${account}/clients/{id}`, { id: client.id });
    await call("POST", `${account}/role`, { body: { role: "operator" } });
    await call("DELETE", `${account}/sessions`);
    await call("DELETE", `${account}/keys/{id}`, { id: customer.apiKey.id });
    await call("POST", `${account}/close`);
    await call("POST", "/invitations", { body: { email: "grace@example.com" } });
    await call("GET", "/invitations");
    const [invitation] = await listInvitations(server.documents, { limit: 1 });
    await call("DELETE", "/invitations/{id}", { id: invitation?.id ?? "" });
    await callWebhooks(operatorOwner, (method, path, ids = { id: "" }, body) =>
      call(method, `/webhooks${path}`, { ...ids, body }),
    );
    expect([...seen].toSorted()).toEqual(callsOf(operatorPaths()).toSorted());
    for (const [path, operations] of operatorPaths())
      for (const method of Object.keys(operations)) {
        const url = path
          .replace("{account}", "acct_none")
          .replace("{id}", "none")
          .replace("{delivery}", "none");
        const one = `${method.toUpperCase()} ${url}`;
        const body = method === "get" ? {} : { body: {} };
        for (const response of [
          await server.call(one),
          await server.call(`${one}?no=1`, { as: operator, ...body }),
          await server.call(one, { bearer: customer.key }),
        ])
          await expectDescribed(response, path, method);
      }
  });
});
