import { defaultPlans } from "@tools-api/core";
import { changePlan, creditAccount, markInvoicePaid } from "@tools-api/core/billing";
import { createApiKey, createInvitation, linkProvider } from "@tools-api/core/accounts";
import { mailLinkWrite } from "@tools-api/core/internal/identity";
import { recordDelivery } from "@tools-api/core/internal";
import { createOAuthClient } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { deliverDue, enqueue, listDeadMessages, Undeliverable } from "@tools-api/core/outbox";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  operatorOwner,
} from "@tools-api/core/webhooks";
import { softwarePasskey } from "../../engines/software-passkey.ts";
import { password, type WholeServer } from "../../journeys/whole-server.ts";
import { failPayment } from "../payment-pages.ts";

/** An operation of the served document, as far as its example needs it. */
export interface ExampleOperation {
  operationId: string;
  method: string;
  path: string;
  samples: readonly { lang: string; source: string }[];
}

interface ServedOperation {
  operationId: string;
  requestBody?: { content: { "application/json"?: { example?: unknown } } };
  "x-codeSamples": { lang: string; source: string }[];
}

/** The served document, as far as examples need it. */
export interface ServedDocument {
  paths: Record<string, Record<string, ServedOperation>>;
  components: { parameters: Record<string, { example?: string }> };
}

/** A state of the server in which the example of an operation succeeds. */
export interface Prepared {
  /** The credentials in the variables of the code samples. */
  environment: Record<string, string>;
  /** Returns a text with the ids of the example replaced by those of objects that exist. */
  fill(text: string): string;
}

/** Returns the operations of a document. */
export function operationsOf({ paths }: ServedDocument): ExampleOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, "x-codeSamples": samples }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      samples,
    })),
  );
}

/** Plan changes that an operation's example needs before it. */
const plansBefore: Readonly<Record<string, readonly string[]>> = {
  "get-invoice": ["pro"],
  "operator-get-invoice": ["pro"],
  "operator-void-invoice": ["pro"],
  "operator-write-off-invoice": ["pro"],
  "operator-refund-invoice": ["pro"],
  "operator-pay-invoice": ["pro"],
  "retry-payments": ["pro"],
  "operator-retry-payments": ["pro"],
  "cancel-plan-change": ["pro", "free"],
};

/** The fields of a credential that its authenticator computes. */
interface Credential {
  id: string;
  response: { clientDataJSON: string; attestationObject: string };
}

/** Returns the example of the body of an operation. The tests of the document check its shape. */
function exampleBody<Body>({ paths }: ServedDocument, path: string, method = "post"): Body {
  return paths[path]?.[method]?.requestBody?.content["application/json"]?.example as Body;
}

/** Returns the credential of a new passkey, from an authenticator. */
async function newCredential(server: WholeServer, headers: Record<string, string>): Promise<Credential> {
  const response = await server.call("POST /account/passkey-options", { headers });
  // The tests of passkeys check the shape.
  const options = (await response.json()) as {
    public_key: Parameters<ReturnType<typeof softwarePasskey>["create"]>[0];
  };
  return JSON.parse(softwarePasskey(server.url).create(options.public_key)) as Credential;
}

function billingOf({ stores }: WholeServer) {
  return { ...stores, plans: defaultPlans };
}

/** Returns the ids of the examples of webhooks, each with that of a stored endpoint or delivery. */
async function webhookValues(
  { stores: { documents } }: WholeServer,
  { components: { parameters } }: ServedDocument,
  { operationId, owner }: { operationId: string; owner: string },
): Promise<[string | undefined, string | undefined][]> {
  const at = Date.now();
  const change = { account: owner, at, by: undefined };
  // The operators share ten endpoints. The first operation of each run removes those of earlier runs.
  if (operationId === "operator-list-webhooks")
    for (const { id } of await listWebhookEndpoints(documents, owner))
      await deleteWebhookEndpoint(documents, { owner, id }, change);
  if (/(list|create)-webhooks?$/.test(operationId)) return [];
  const endpoint = await createWebhookEndpoint(documents, owner, { url: "https://example.com/" }, change);
  const delivery = { event: "msg_1", type: "key.created", eventAt: at, at, attempt: 1, status: 500 };
  const ids = { owner, endpoint: endpoint.id };
  await recordDelivery(documents, ids, { ...delivery, error: null, durationMs: 3, data: {} });
  const [stored] = await listWebhookDeliveries(documents, ids);
  return [
    [parameters["WebhookId"]?.example, endpoint.id],
    [parameters["DeliveryId"]?.example, stored?.id],
    [parameters["EventId"]?.example, stored?.event],
  ];
}

/** Returns the ids of the examples of files, each with that of a stored file or of a one-time URL. */
async function fileValues(
  server: WholeServer,
  { components: { parameters } }: ServedDocument,
  { operationId, key }: { operationId: string; key: string },
): Promise<[string | undefined, string | undefined][]> {
  if (operationId === "upload-file") {
    const made = await server.call("POST /v1/files/uploads", { bearer: key, body: {} });
    const { upload_url: url } = (await made.json()) as { upload_url: string };
    return [[parameters["UploadId"]?.example, url.split("/").at(-1)]];
  }
  const stored = await server.app.request("/v1/files", {
    method: "POST",
    body: new Uint8Array(3),
    headers: { Authorization: `Bearer ${key}` },
  });
  const { id } = (await stored.json()) as { id: string };
  if (operationId !== "download-file") return [[parameters["FileId"]?.example, id]];
  const linked = await server.call(`GET /v1/files/${id}?download_url=true`, { bearer: key });
  const { download_url: url } = (await linked.json()) as { download_url: string };
  return [[parameters["DownloadId"]?.example, url.split("/").at(-1)]];
}

/** Returns the id of a new mail whose receiver the mail server refuses. */
async function failMail({ stores: { documents } }: WholeServer): Promise<string | undefined> {
  const at = Date.now();
  const message = { account: null, type: "key.created", to: "ada@example.com", data: {}, at };
  await documents.commit(enqueue(message));
  const mail = () => Promise.reject(new Undeliverable("550 5.1.1 No such user"));
  while ((await deliverDue({ documents, channels: { mail } }, at)) > 0);
  const { items } = await listDeadMessages(documents, { limit: 1 });
  return items[0]?.id;
}

/**
 * Returns the values of an example that only one call can use, each with the value that a call can use now: the
 * credential of a new passkey, the id of a stored one. Stores the link of a mail under the token of the example.
 */
async function freshValues(
  server: WholeServer,
  document: ServedDocument,
  operationId: string,
  { account, key, cookie }: { account: { id: string; email: string }; key: string; cookie: string },
): Promise<[string | undefined, string | undefined][]> {
  const headers = { Cookie: cookie, Origin: server.url };
  if (operationId === "confirm-password-reset") {
    const { token } = exampleBody<{ token: string }>(document, "/account/password-reset/confirm");
    const createdAt = Date.now();
    const link = { purpose: "reset", email: account.email } as const;
    const write = await mailLinkWrite(token, { ...link, createdAt, expiresAt: createdAt + 60_000 });
    await server.stores.documents.commit([write]);
  }
  if (operationId === "remove-identity-provider") {
    const user = { issuer: "https://login.example.com", subject: account.id };
    const change = { at: Date.now(), by: { actor: { kind: "system" } } } as const;
    await linkProvider(server.stores.documents, account, user, change);
  }
  if (operationId === "add-passkey") {
    const { credential: example } = exampleBody<{ credential: Credential }>(document, "/account/passkeys");
    const made = await newCredential(server, headers);
    return [
      [example.id, made.id],
      [example.response.clientDataJSON, made.response.clientDataJSON],
      [example.response.attestationObject, made.response.attestationObject],
    ];
  }
  if (operationId === "operator-revoke-invitation") {
    const { id } = await createInvitation(server.stores.documents, {}, Date.now());
    return [[document.components.parameters["InvitationId"]?.example, id]];
  }
  if (operationId === "operator-change-address") {
    const { email } = exampleBody<{ email: string }>(document, "/operator/accounts/{account}", "patch");
    return [[email, `corrected-${account.id}@example.com`]];
  }
  if (operationId === "operator-retry-mail")
    return [[document.components.parameters["MailFailureId"]?.example, await failMail(server)]];
  if (operationId === "operator-refund-invoice")
    await markInvoicePaid(billingOf(server), { account: account.id, id: "00000001" }, Date.now());
  if (operationId === "operator-pay-out-credit")
    await creditAccount(billingOf(server), account.id, { amount: 500, reason: "Outage." }, Date.now());
  if (operationId === "operator-approve-plan")
    await changePlan(
      { ...billingOf(server), upgrades: "approved" },
      account.id,
      { plan: "pro" },
      { now: Date.now() },
    );
  if (operationId.includes("file")) return fileValues(server, document, { operationId, key });
  if (operationId.includes("webhook"))
    return webhookValues(server, document, {
      operationId,
      owner: operationId.startsWith("operator-") ? operatorOwner : account.id,
    });
  if (operationId === "remove-passkey") {
    const body = { name: "Laptop", credential: await newCredential(server, headers), password };
    const added = await server.call("POST /account/passkeys", { headers, body });
    const { id } = (await added.json()) as { id: string };
    return [[document.components.parameters["PasskeyId"]?.example, id]];
  }
  return [];
}

const operators = new WeakMap<WholeServer, ReturnType<WholeServer["operator"]>>();

/**
 * Returns an operator for an operation. Those that read share one, because a store has at most 100. The others do not:
 * a repeated idempotency key would get the first response.
 */
function operatorFor(server: WholeServer, operationId: string): ReturnType<WholeServer["operator"]> {
  if (!/^operator-(get|list)-/.test(operationId)) return server.operator();
  const operator = operators.get(server) ?? server.operator();
  operators.set(server, operator);
  return operator;
}

/** Creates an owner for the example of an operation, with an object of each kind. */
export async function prepare(
  server: WholeServer,
  document: ServedDocument,
  operationId: string,
): Promise<Prepared> {
  const { documents } = server.stores;
  const now = Date.now();
  const { account, key, cookie } = await server.owner();
  const { apiKey } = await createApiKey(documents, account.id, { name: "Production" }, { at: now });
  const { client, secret } = await createOAuthClient(
    documents,
    account.id,
    {
      name: "Reports",
      redirectUris: ["https://reports.example.com/callback"],
      grantTypes: ["authorization_code", "refresh_token", "client_credentials"],
      scopes: ["usage:read"],
    },
    { at: now },
  );
  const authorization = { account: account.id, client: client.id, scopes: ["usage:read"] };
  const grant = await allowClient(server.stores, authorization, now);
  const sessions = await server.call("GET /account/sessions", { bearer: key });
  // The test of the document checks the shape.
  const { items } = (await sessions.json()) as { items: { id: string }[] };
  for (const plan of plansBefore[operationId] ?? [])
    await server.call("POST /account/plan", { bearer: key, body: { plan } });
  if (operationId.endsWith("retry-payments")) await failPayment(server.stores, account.id, now);
  const { parameters } = document.components;
  const isForOperators = operationId.startsWith("operator-");
  const caller = isForOperators ? await operatorFor(server, operationId) : { key, cookie };
  const ids = [
    [parameters["AccountId"]?.example, account.id],
    [parameters["KeyId"]?.example, apiKey.id],
    [parameters["ClientId"]?.example, client.id],
    [parameters["GrantId"]?.example, grant.id],
    [parameters["SessionId"]?.example, items[0]?.id],
    ...(await freshValues(server, document, operationId, { account, key, cookie })),
  ];
  return {
    environment: {
      TOOLS_API_KEY: caller.key,
      TOOLS_API_SESSION: caller.cookie.replace("session=", ""),
      TOOLS_API_CLIENT_ID: client.id,
      TOOLS_API_CLIENT_SECRET: secret ?? "",
    },
    fill: (text) => ids.reduce((filled, [example, id]) => filled.replaceAll(example ?? "", id ?? ""), text),
  };
}
