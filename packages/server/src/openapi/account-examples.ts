import { invoiceExample, ledgerLineExample } from "./billing-examples.ts";
import { clientExample, grantExample } from "./client-examples.ts";
import type { ExampleSource, OperationExample } from "./operation-example.ts";
import { webhook, webhookDelivery } from "./webhook-examples.ts";

export const account = {
  id: "acct_UC0zuL8FAzkuapBgSj3Uff",
  email: "ada@example.com",
  email_verified_at: "2026-11-02T09:15:44.000Z",
  pending_email: null,
  allowance_mails: true,
  name: "Ada",
  status: "active",
  created_at: "2026-11-02T09:14:07.000Z",
  plan: { name: "free", daily_limit: 1000 },
  has_password: true,
  billing_details: null,
};

const buyer = {
  name: "Analytical Engines Ltd",
  address: ["1 Example Road", "London"],
  tax_id: "GB987654321",
};

const apiKeyId = "key_YgjWlB0Y0nwYnphpcZKa93";

/** The scopes of a key for one tool and for reports. */
function narrowScopes({ scopes }: ExampleSource): string[] {
  return [...new Set([...scopes.calls.slice(0, 1), "usage:read"])];
}

const apiKeyExample = (source: ExampleSource) => ({
  id: apiKeyId,
  name: "Production",
  prefix: "tk_live_3fQz",
  last_four: "m81K",
  scopes: narrowScopes(source),
  daily_limit: 500,
  allowed_ips: ["192.0.2.0/24"],
  created_at: "2026-11-02T09:15:08.000Z",
  expires_at: "2036-11-01T00:00:00.000Z",
  last_used_at: null,
  last_used_from: null,
  rotated_at: null,
  previous_ends_at: null,
  revoked_at: null,
});

const parameters = { id: apiKeyId };

const session = {
  id: "sess_4Pa4v52ROitqvILlWnLUVG",
  method: "password",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  created_at: "2026-11-21T12:32:50.000Z",
  last_seen_at: "2026-11-21T12:32:50.000Z",
  expires_at: "2026-12-05T12:32:50.000Z",
};

const passkey = {
  id: "passkey_2vP6cUwJc3c1sQXyYk0nLd",
  name: "Laptop",
  created_at: "2026-11-21T12:40:11.000Z",
  last_used_at: "2026-11-21T13:00:42.000Z",
};

const providerLink = {
  issuer: "https://login.example.com",
  subject: "248289761001",
  email: account.email,
  created_at: "2026-11-21T12:41:30.000Z",
  last_used_at: "2026-11-21T13:01:17.000Z",
};

/** An entry of the audit log. */
export const auditEntry = {
  id: "audit_RswrmvVAjbsA7nZlUbgwFs",
  at: "2026-11-21T13:02:19.000Z",
  action: "key.rotated",
  actor: { kind: "owner", account: account.id, credential: session.id },
  target: apiKeyId,
  address: "192.0.2.7",
  details: { name: "Production", grace_seconds: 3600 },
};

const exportedRequest = ({ endpoints }: ExampleSource) => ({
  request_id: "01a20ab5-6c8e-78a7-bfb8-09e9e3b9a024",
  at: "2026-11-21T13:02:19.412Z",
  credential: apiKeyId,
  endpoint: endpoints[0],
  status: 200,
  code: null,
  duration_ms: 3.206,
  bytes_in: 61,
  bytes_out: 1189,
  transport: "http",
});

const accountExport = (source: ExampleSource) => ({
  exported_at: "2026-11-21T13:21:38.000Z",
  account,
  password_changed_at: "2026-11-02T09:14:07.000Z",
  passkeys: [passkey],
  identity_provider: providerLink,
  keys: [apiKeyExample(source)],
  sessions: [session],
  clients: [clientExample],
  grants: [grantExample],
  usage: {
    calls_total: 19,
    first_call_at: "2026-11-21T12:33:51Z",
    last_call_at: "2026-11-21T12:52:09Z",
    days: [
      {
        date: "2026-11-21",
        endpoint: source.endpoints[0],
        credential: apiKeyId,
        calls: 19,
        units: 19,
        succeeded: 19,
        failed: 0,
        server_errors: 0,
        rejected: 0,
        bytes_in: 1079,
        bytes_out: 10939,
        duration_ms: 281.699,
      },
    ],
  },
  invoices: [invoiceExample],
  ledger: [ledgerLineExample],
  audit: [auditEntry],
  requests: [exportedRequest(source)],
  webhooks: {
    endpoints: [webhook],
    deliveries: [
      {
        ...webhookDelivery,
        endpoint: webhook.id,
        data: { account_id: account.id, id: "00000001", total: 2900, amount_due: 2900, currency: "usd" },
      },
    ],
  },
});

/** Returns examples of the account, its keys and its sessions, after real responses. Secrets are shortened. */
export function accountExamples(source: ExampleSource) {
  const apiKey = apiKeyExample(source);
  return {
    "get-account": { answer: account },
    "change-account": { body: { name: "Ada Lovelace" }, answer: { ...account, name: "Ada Lovelace" } },
    "set-billing-details": { body: buyer, answer: { ...account, billing_details: buyer } },
    "remove-billing-details": {},
    "close-account": { body: { password: "correct horse battery" } },
    "export-account": { answer: accountExport(source) },
    "set-password": {
      body: { password: "staple battery correct horse", current_password: "correct horse battery" },
    },
    "send-email-verification": {},
    "request-password-reset": { body: { email: "ada@example.com" } },
    "confirm-password-reset": {
      body: {
        token: "mYVZ5iFyDnxAyNqr2bvjVUd0bVvYCB8Y3sEvBzzKSaE",
        password: "staple battery correct horse",
      },
    },
    "list-keys": { parameters: { limit: 20 }, answer: { items: [apiKey], next: null } },
    "create-key": {
      body: {
        name: "Production",
        scopes: narrowScopes(source),
        expires_at: "2036-11-01T00:00:00Z",
        daily_limit: 500,
        allowed_ips: ["192.0.2.0/24"],
      },
      answer: { ...apiKey, key: "tk_live_…" },
    },
    "get-key": { parameters, answer: apiKey },
    "change-key": {
      parameters,
      body: { name: "Staging", daily_limit: 200 },
      answer: { ...apiKey, name: "Staging", daily_limit: 200 },
    },
    "revoke-key": { parameters },
    "rotate-key": {
      parameters,
      body: { grace_seconds: 3600 },
      answer: {
        ...apiKey,
        rotated_at: "2026-11-21T13:02:19.000Z",
        previous_ends_at: "2026-11-21T14:02:19.000Z",
        key: "tk_live_…",
      },
    },
    "list-sessions": {
      parameters: { limit: 20 },
      answer: { items: [{ ...session, current: true }], next: null },
    },
    "list-passkeys": { answer: { items: [passkey], next: null } },
    "create-passkey-options": {
      answer: {
        public_key: {
          challenge: "eEVk…",
          rp: { id: "tools.example.com", name: "Tools API" },
          user: { id: "YWNjdF8…", name: account.email, displayName: account.email },
          pubKeyCredParams: [{ type: "public-key", alg: -7 }],
          timeout: 300_000,
          attestation: "none",
          authenticatorSelection: { residentKey: "required", userVerification: "required" },
          excludeCredentials: [],
        },
      },
    },
    "add-passkey": {
      body: {
        name: passkey.name,
        credential: {
          id: "2fZ0uW3xq1R4",
          type: "public-key",
          response: {
            clientDataJSON: "eyJ0eXBlIjoi",
            attestationObject: "o2NmbXRkbm9u",
            transports: ["internal"],
          },
        },
        password: "correct horse battery",
      },
      answer: { ...passkey, last_used_at: null },
    },
    "remove-passkey": { parameters: { id: passkey.id }, body: { password: "correct horse battery" } },
    "get-identity-provider": { answer: { link: providerLink } },
    "remove-identity-provider": { body: { password: "correct horse battery" } },
    "list-requests": {
      parameters: { limit: 20, status: 2 },
      answer: { items: [{ ...exportedRequest(source), credential_name: "Production" }], next: null },
    },
    "get-request-summary": {
      parameters: { hours: 24 },
      answer: {
        since: "2026-11-20T12:15:24.000Z",
        requests: 1204,
        statuses: [
          { status: 200, requests: 1203 },
          { status: 422, requests: 1 },
        ],
        latency_ms: { p50: 3.1, p95: 48.7 },
        errors: [
          {
            ...exportedRequest(source),
            status: 422,
            code: "invalid_parameter",
            credential_name: "Production",
          },
        ],
      },
    },
    "list-audit": { parameters: { limit: 20 }, answer: { items: [auditEntry], next: null } },
    "create-session-token": {
      answer: {
        token: "eyJ…",
        expires_at: "2026-11-21T13:15:24.000Z",
        scopes: source.scopes.calls,
      },
    },
    "end-session": { parameters: { id: session.id } },
  } satisfies Record<string, OperationExample>;
}
