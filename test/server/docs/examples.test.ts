import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, it } from "vitest";
import { acceptingMailer } from "../../engines/accepting-mailer.ts";
import { readDocument } from "../openapi/described.ts";
import { type ManagementServer, managementServer } from "../management-server.ts";
import { failPayment, paymentPages } from "../payment-pages.ts";

interface Media {
  schema?: object;
  example?: unknown;
}

interface Operation {
  parameters?: { name: string; in: string; schema: object; example?: string | number | boolean }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

const now = Date.parse("2026-11-21T12:32:50Z");
let server: ManagementServer;
let operations: [string, Operation][];

beforeAll(async () => {
  server = managementServer({ now: () => now, payments: paymentPages, mailer: acceptingMailer });
  const { paths } = await readDocument<{ paths: Record<string, Record<string, Operation>> }>(
    await server.call("GET /openapi.json"),
  );
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});

function expectValid(schema: object, value: unknown, what: string): void {
  expect(ajv.validate(schema, value), `${what}: ${JSON.stringify(ajv.errors)}`).toBe(true);
}

function successOf({ responses }: Operation): [number, Media | undefined] {
  const [status = "", response] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  return [Number(status), response?.content?.["application/json"]];
}

/** Operations that only the test of the code samples makes: they need a password of the owner, or are large. */
const notSent = new Set([
  // The token is that of a mail.
  "POST /account/password-reset/confirm",
  // The credential is the answer of an authenticator to a challenge of the moment.
  "POST /account/passkeys",
  "GET /openapi.json",
  // The account is linked to no user of an identity provider.
  "DELETE /account/identity-provider",
  "PUT /account/password",
  "DELETE /account",
  // Upgrades on the server of the test take effect immediately.
  "POST /operator/accounts/{account}/plan/approve",
]);

/** Returns the request of an operation's examples. */
function requestOf(call: string, { parameters = [], requestBody }: Operation) {
  const body = requestBody?.content["application/json"]?.example;
  const query = parameters
    .filter(({ in: place, example }) => place === "query" && example !== undefined && body === undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const headers = parameters
    .filter(({ in: place, example }) => place === "header" && example !== undefined)
    .map(({ name, example }) => [name, String(example)]);
  return {
    call: query.length === 0 ? call : `${call}?${query.join("&")}`,
    options: { body, headers: Object.fromEntries(headers) as Record<string, string> },
  };
}

describe("the examples of /openapi.json", () => {
  it("exist for every JSON body and response, and match their schemas", () => {
    for (const [call, operation] of operations) {
      if (call === "GET /openapi.json") continue;
      const [, answer] = successOf(operation);
      const body = operation.requestBody?.content["application/json"];
      for (const [what, media] of Object.entries({ answer, body })) {
        if (!media) continue;
        expect(media.example, `${call} ${what}`).toBeDefined();
        expectValid(media.schema ?? { not: {} }, media.example, `${call} ${what}`);
      }
      for (const { name, schema, example } of operation.parameters ?? [])
        if (example !== undefined) expectValid(schema, example, `${call} ${name}`);
    }
  });

  it("exist for every required parameter", () => {
    const without = operations.flatMap(([call, { parameters = [] }]) =>
      parameters
        .filter((it) => it.in === "path" && it.example === undefined)
        .map((it) => `${call} ${it.name}`),
    );
    expect(without).toEqual([]);
  });

  it("are requests that the server accepts unchanged, with the documented status", async () => {
    for (const [call, operation] of operations) {
      if (/\{id\}|\/oauth|\/\.well-known/.test(call) || notSent.has(call)) continue;
      const owner = await server.owner();
      for (const plan of call === "DELETE /account/plan/scheduled" ? ["pro", "free"] : [])
        await server.call("POST /account/plan", { as: owner, body: { plan } });
      if (call.endsWith("/retry-payments")) {
        await server.call("POST /account/plan", { as: owner, body: { plan: "pro" } });
        await failPayment(server, owner.account.id, now);
      }
      if (call.endsWith("/payout"))
        await server.call(`POST /operator/accounts/${owner.account.id}/credit`, {
          as: await server.operator(),
          body: { amount: 500, reason: "Outage." },
        });
      const request = requestOf(call, operation);
      const caller = call.includes(" /operator") ? await server.operator() : owner;
      const credential = call.includes(" /v1/") ? { bearer: owner.key } : { as: caller };
      const url = request.call.replace("{account}", owner.account.id);
      const response = await server.call(url, { ...request.options, ...credential });
      const text = await response.text();
      expect(response.status, `${request.call}: ${text}`).toBe(successOf(operation)[0]);
      if (call !== "POST /v1/tools/text-analyzer") continue;
      expect(JSON.parse(text), "what the analyzer answers").toEqual(successOf(operation)[1]?.example);
    }
  });
});
