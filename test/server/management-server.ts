import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans, type Plans } from "@tools-api/core";
import {
  type Account,
  type ApiKey,
  createAccount,
  createApiKey,
  createSession,
  setRole,
  type Stores,
} from "@tools-api/core/accounts";
import { openingPlan, type PaymentProvider } from "@tools-api/core/billing";
import type { Mailer } from "@tools-api/core/outbox";
import { requestRecorder } from "@tools-api/core/request-log";
import {
  type AccountDependencies,
  allowanceReports,
  type ApiDependencies,
  createAccountApp,
  createApi,
  type FetchPolicy,
  recordRequests,
} from "@tools-api/server";
import { expect } from "vitest";
import { everyScope } from "../scopes.ts";

/** An owner with a session and a key with all scopes. */
export interface Owner {
  account: Account;
  session: string;
  apiKey: ApiKey;
  key: string;
}

interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** The signed-in owner. */
  as?: Owner;
  /** A bearer credential. */
  bearer?: string;
  headers?: Record<string, string>;
}

/** The API with its account app in this process, on memory stores that the test can access. */
export interface ManagementServer extends Stores {
  owner: (options?: { scopes?: readonly string[]; session?: "password" | "link" }) => Promise<Owner>;
  /** Creates an operator with a key for the operator's calls. */
  operator: () => Promise<Owner>;
  /** Makes a call, such as `GET /account/keys`. */
  call: (call: string, options?: CallOptions) => Promise<Response>;
}

const publicUrl = "http://localhost:3000";
let owners = 0;

interface ManagementServerOptions {
  now?: () => number;
  /** The stores of another server. */
  stores?: Stores;
  tools?: ApiDependencies["tools"];
  plans?: Plans;
  clientAddress?: () => string;
  /** Keeps the requests of this time, and writes them immediately. */
  requestLogMs?: number;
  payments?: PaymentProvider;
  billingTerms?: AccountDependencies["billingTerms"];
  /** The hosts with private addresses that may receive webhooks. */
  fetchUrls?: FetchPolicy;
  checks?: AccountDependencies["checks"];
  /** Sends the test mails of operators. */
  mailer?: Mailer;
}

export function managementServer({
  now = () => Date.now(),
  tools,
  plans,
  clientAddress,
  requestLogMs = 0,
  payments,
  billingTerms,
  fetchUrls = "off",
  checks,
  mailer,
  stores: { documents, usage } = { documents: memoryDocuments({ clock: { now } }), usage: memoryUsage() },
}: ManagementServerOptions = {}): ManagementServer {
  const clock = { now };
  const mail = { provesAddresses: false, mailer };
  const webhooks = { fetchUrls };
  const stores = { documents, usage };
  const authenticator = apiKeyAuthenticator({ documents: stores.documents, clock });
  const requests = requestRecorder({ documents, retentionMs: requestLogMs, clock });
  const log =
    requestLogMs > 0
      ? recordRequests(
          {
            ...requests,
            record: (account, request, address) => {
              requests.record(account, request, address);
              void requests.flush();
            },
          },
          () => {},
          now,
        )
      : () => {};
  const shared = {
    log,
    requestLogMs,
    ...stores,
    authenticator,
    clock,
    publicUrl,
    ...(tools && { tools }),
    ...(plans && { plans }),
    ...(clientAddress && { clientAddress }),
  };
  const onAllowanceReached = allowanceReports({ documents, sendsMail: false, sendsWebhooks: true });
  const app = createApi({ ...shared, served: ["management", "oauth"], onAllowanceReached });
  app.route(
    "/",
    createAccountApp({
      ...shared,
      passwords: scryptHasher({ logCost: 10 }),
      mail,
      payments,
      billingTerms,
      webhooks,
      checks,
    }),
  );
  return {
    ...stores,
    async owner({ scopes: granted = everyScope, session: method = "password" } = {}) {
      owners += 1;
      const opens = openingPlan(plans ?? defaultPlans);
      const fields = { email: `owner${owners}@example.com`, name: `Owner ${owners}`, ...opens };
      const account = await createAccount(stores.documents, fields, { at: now() });
      const key = await createApiKey(stores.documents, account.id, { scopes: granted }, { at: now() });
      const started = await createSession(stores.documents, { account: account.id, method }, now());
      return { account, session: started?.token ?? "", apiKey: key.apiKey, key: key.secret };
    },
    async operator() {
      const made = await this.owner({ scopes: ["operator"] });
      return { ...made, account: await setRole(stores, made.account.id, "operator", now()) };
    },
    async call(call, { body, as, bearer, headers = {} } = {}) {
      const [method = "", path = ""] = call.split(" ");
      return app.request(publicUrl + path, {
        method,
        headers: {
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(as && { Cookie: `session=${as.session}`, Origin: publicUrl }),
          ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
    },
  };
}

/** Requires a problem of the catalog, and returns it. */
export async function expectRefusal(response: Response, status: number, code: string) {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  // The next lines check the shape.
  const problem = JSON.parse(text) as {
    code: string;
    message: string;
    request_id: string;
    errors?: { pointer: string; detail: string }[];
  };
  expect(problem).toMatchObject({
    status,
    code,
    instance: expect.stringMatching(/^\/(account|operator|v1)/),
  });
  expect(problem.request_id).toBe(response.headers.get("X-Request-Id"));
  return problem;
}

/** Requires a success, and returns the body. */
export async function answerOf<Body = Record<string, unknown>>(
  response: Response,
  status = 200,
): Promise<Body> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  // Each test checks the fields that it reads.
  return (text === "" ? {} : JSON.parse(text)) as Body;
}
