import { createOAuthClient } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { createApiKey, endSession, listSessions } from "@tools-api/core/accounts";
import { exportAccount } from "@tools-api/core/profile";
import { createWebhookEndpoint } from "@tools-api/core/webhooks";
import { describe, expect, it } from "vitest";
import { readDocument } from "../openapi/described.ts";
import { type ManagementServer, managementServer, type Owner } from "../management-server.ts";

/** The ids of an owner's objects, by the noun in the path. */
type Objects = Readonly<Record<"keys" | "sessions" | "clients" | "grants" | "webhooks", string>>;

async function objectsOf(server: ManagementServer, { account }: Owner): Promise<Objects> {
  const { documents } = server;
  const now = Date.now();
  const name = `Secret of ${account.name}`;
  const { apiKey } = await createApiKey(documents, account.id, { name }, { at: now });
  const scopes = ["usage:read"];
  const fields = { name, redirectUris: [`https://${account.id.slice(5).toLowerCase()}.example/`], scopes };
  const { client } = await createOAuthClient(documents, account.id, fields, { at: now });
  const grant = await allowClient(server, { account: account.id, client: client.id, scopes }, now);
  const [session] = await listSessions(documents, account.id, { limit: 1 });
  const url = `https://hooks.example/${account.id}`;
  const webhook = await createWebhookEndpoint(documents, account.id, { url }, { at: now });
  return {
    keys: apiKey.id,
    sessions: session?.id ?? "",
    clients: client.id,
    grants: grant.id,
    webhooks: webhook.id,
  };
}

/** Returns an id of the same format that does not exist. */
const absent = (id: string) => id.replace(/[0-9A-Za-z]{22}$/, "0000000000000000000000");

type Caller = { as: Owner } | { bearer: string };

/** The spellings of another account's object: under the own path, and as paths that leave the own folder. */
const spellings: readonly ((owner: Owner, id: string) => string)[] = [
  (_, id) => id,
  ({ account }, id) => `../${account.id}/${id}`,
  (_, id) => `${id}/`,
  (_, id) => id.toUpperCase(),
  (_, id) => `${id}\0`,
];

const endSessions = "DELETE /account/sessions";

/** Valid bodies, so that a call is not rejected before it looks for the object. */
const bodies: Record<string, unknown> = {
  "PATCH /account/keys/{id}": { name: "mine" },
  "POST /account/keys/{id}/rotate": { grace_seconds: 60 },
  "PATCH /account/webhooks/{id}": { url: "https://evil.example/", enabled: false },
  "PATCH /account/clients/{id}": { name: "mine", redirect_uris: ["https://evil.example/"] },
};

/** All calls of the document, except pages and probes. */
async function servedCalls(server: ManagementServer): Promise<string[]> {
  // The test of the document checks the shape.
  const { paths } = await readDocument(await server.call("GET /openapi.json"));
  return Object.entries(paths)
    .filter(([path]) => path.startsWith("/account") || path.startsWith("/v1"))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
}

/** Returns everything stored about an account, with all pages of its lists. */
async function keptOf(server: ManagementServer, account: Owner["account"]): Promise<unknown> {
  const { usage, webhooks, ...rest } = await exportAccount(server, account, 0);
  const { endpoints, deliveries } = webhooks;
  const kept: Record<string, unknown> = { ...usage, endpoints };
  for (const [name, part] of Object.entries({ ...rest, days: usage.days, deliveries })) {
    if (part === null || typeof part !== "object" || !(Symbol.asyncIterator in part)) kept[name] = part;
    else {
      const pages: unknown[] = [];
      for await (const page of part) pages.push(page);
      kept[name] = pages;
    }
  }
  return kept;
}

describe("two accounts", () => {
  it("never see each other's objects by any call, and get the same response as for missing objects", async () => {
    const server = managementServer();
    const [victim, attacker] = [await server.owner(), await server.owner()];
    const objects = await objectsOf(server, victim);
    await objectsOf(server, attacker);
    const calls = await servedCalls(server);
    const withId = calls.filter((call) => call.includes("{id}"));
    expect(withId.length).toBeGreaterThanOrEqual(9);
    const before = await keptOf(server, victim.account);
    const secrets = [victim.account.id, victim.account.email, victim.account.name, ...Object.values(objects)];

    /** Makes a call with an id, and returns the response without the id and the values that differ by call. */
    const outcome = async (call: string, id: string, caller: Caller) => {
      const body = bodies[call];
      const response = await server.call(call.replace("{id}", encodeURIComponent(id)), { ...caller, body });
      const spellings = [encodeURIComponent(id), JSON.stringify(id).slice(1, -1), id];
      const text = spellings.reduce(
        (body, spelling) => body.replaceAll(spelling, "ID"),
        await response.text(),
      );
      return { status: response.status, text: text.replace(/"request_id":"[^"]*"/, "") };
    };

    for (const call of withId)
      for (const caller of [{ as: attacker }, { bearer: attacker.key }])
        for (const id of Object.values(objects))
          for (const spelling of spellings) {
            const found = await outcome(call, spelling(victim, id), caller);
            expect(found, call).toEqual(await outcome(call, spelling(victim, absent(id)), caller));
            expect(found.status, `${call} ${found.text}`).toBe(404);
          }
    // The values of the other account in every place of a call without an id. Ending all sessions of the attacker by
    // a bearer would end the session of the next calls.
    for (const call of calls.filter((served) => !served.includes("{id}") && served !== endSessions))
      for (const caller of [{ as: attacker }, { bearer: attacker.key }])
        for (const id of Object.values(objects)) {
          const isRead = call.startsWith("GET");
          const query = isRead ? `?after=${id}&limit=100` : "";
          const body = { account: victim.account.id, account_id: victim.account.id, id };
          const response = await server.call(call + query, { ...caller, ...(!isRead && { body }) });
          const text = (await response.text()).replaceAll(victim.account.id, "ID").replaceAll(id, "ID");
          for (const secret of secrets) expect(text, call).not.toContain(secret);
        }
    expect(await keptOf(server, victim.account)).toEqual(before);
    expect((await server.call("GET /account", { as: victim })).status).toBe(200);
    expect(await endSession(server.documents, { account: attacker.account.id, id: objects.sessions })).toBe(
      false,
    );
  });

  it("never see or change each other's objects on any page", async () => {
    const server = managementServer();
    const [victim, attacker] = [await server.owner(), await server.owner()];
    const { keys, clients, grants, sessions, webhooks } = await objectsOf(server, victim);
    const before = await keptOf(server, victim.account);
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const form =
      "name=mine&scopes=text:analyze&url=https://evil.example/&events=*&grace_seconds=0&redirect_uris=https://evil.example/";
    const pages: Readonly<Record<string, { seen: string; changed: string }>> = {
      [`/keys/${keys}`]: { seen: " /revoke", changed: " /rotate /revoke" },
      [`/apps/${clients}`]: { seen: " /secret /revoke", changed: " /secret /revoke" },
      [`/webhooks/${webhooks}`]: { seen: " /delete", changed: " /send /rotate /delete" },
    };
    const calls = [
      ...Object.entries(pages).flatMap(([path, { seen, changed }]) => [
        ...seen.split(" ").map((rest) => ({ call: `GET ${path}${rest}`, options: {} })),
        ...changed.split(" ").map((rest) => ({
          call: `POST ${path}${rest}`,
          options: { headers, body: form },
        })),
      ]),
      { call: "POST /apps", options: { headers, body: `grant=${grants}` } },
      { call: "POST /profile/sessions/end", options: { headers, body: `session=${sessions}` } },
    ];
    for (const { call, options } of calls) {
      const response = await server.call(call, { as: attacker, ...options });
      expect(response.status, call).toBe(404);
      const html = await response.text();
      expect(html).toContain("<!doctype html>");
      expect(html).not.toContain(victim.account.name);
    }
    expect(await keptOf(server, victim.account)).toEqual(before);
  });
});
