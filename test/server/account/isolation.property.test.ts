import { allowClient } from "@tools-api/core/internal";
import { createApiKey, endSession, listSessions } from "@tools-api/core/accounts";
import { exportAccount } from "@tools-api/core/profile";
import { createOAuthClient } from "@tools-api/core/oauth";
import { createWebhookEndpoint } from "@tools-api/core/webhooks";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../openapi/described.ts";
import { type ManagementServer, managementServer, type Owner } from "../management-server.ts";

/** The ids of an owner's objects, by the noun in the path. */
type Objects = Readonly<Record<"keys" | "sessions" | "clients" | "grants" | "webhooks", string>>;

async function objectsOf(server: ManagementServer, { account }: Owner): Promise<Objects> {
  const { documents } = server;
  const now = Date.now();
  const name = `Secret of ${account.name}`;
  const { apiKey } = await createApiKey(documents, account.id, { name }, now);
  const scopes = ["usage:read"];
  const fields = { name, redirectUris: [`https://${account.id.slice(5).toLowerCase()}.example/`], scopes };
  const { client } = await createOAuthClient(documents, account.id, fields, now);
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
  it("never see each other's objects by any call in any order, and get the same response as for missing objects", async () => {
    const server = managementServer();
    const [victim, attacker] = [await server.owner(), await server.owner()];
    const objects = await objectsOf(server, victim);
    await objectsOf(server, attacker);
    const calls = await servedCalls(server);
    const withId = calls.filter((call) => call.includes("{id}"));
    expect(withId.length).toBeGreaterThanOrEqual(9);
    const before = await keptOf(server, victim.account);
    const secrets = [victim.account.id, victim.account.email, victim.account.name, ...Object.values(objects)];
    const kinds = Object.keys(objects) as (keyof Objects)[];

    /** Makes a call with an id, and returns the response without the id and the values that differ by call. */
    const outcome = async (call: string, id: string, as: "session" | "bearer") => {
      const sent = bodies[call];
      const caller = as === "session" ? { as: attacker } : { bearer: attacker.key };
      const response = await server.call(call.replace("{id}", encodeURIComponent(id)), {
        ...caller,
        body: sent,
      });
      const spellings = [encodeURIComponent(id), JSON.stringify(id).slice(1, -1), id];
      const text = spellings.reduce(
        (body, spelling) => body.replaceAll(spelling, "ID"),
        await response.text(),
      );
      return { status: response.status, text: text.replace(/"request_id":"[^"]*"/, "") };
    };

    /** Makes calls without an id, with the other account's values in every place. */
    const searching = async (call: string, as: "session" | "bearer", kind: keyof Objects) => {
      const id = objects[kind];
      // As a bearer it would end the session from which the next calls are made.
      const isSignedIn = as === "session" || call === "DELETE /account/sessions";
      const caller = isSignedIn ? { as: attacker } : { bearer: attacker.key };
      const isRead = call.startsWith("GET");
      const query = isRead ? `?after=${id}&limit=100` : "";
      const body = isRead ? {} : { body: { account: victim.account.id, account_id: victim.account.id, id } };
      const response = await server.call(call + query, { ...caller, ...body });
      return (await response.text()).replaceAll(victim.account.id, "ID").replaceAll(id, "ID");
    };

    const expectNothingOf = async (call: string, as: "session" | "bearer", kind: keyof Objects) => {
      const text = await searching(call, as, kind);
      for (const secret of secrets) expect(text, call).not.toContain(secret);
    };

    const expectAbsent = async (
      call: string,
      as: "session" | "bearer",
      kind: keyof Objects,
      spelling: (id: string) => string,
    ) => {
      const found = await outcome(call, spelling(objects[kind]), as);
      expect(found, `${call} ${kind}`).toEqual(await outcome(call, spelling(absent(objects[kind])), as));
      expect(found.status, `${call} ${kind} ${found.text}`).toBe(404);
    };

    const attempt = fc.record({
      call: fc.constantFrom(...calls),
      as: fc.constantFrom("session" as const, "bearer" as const),
      kind: fc.constantFrom(...kinds),
      // Spellings of another account's object under the own path, and paths that leave the own folder.
      spelling: fc.constantFrom(
        (id: string) => id,
        (id: string) => `../${victim.account.id}/${id}`,
        (id: string) => `${id}/`,
        (id: string) => id.toUpperCase(),
        (id: string) => `${id}\0`,
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 20 }), async (attempts) => {
        for (const { call, as, kind, spelling } of attempts) {
          await (call.includes("{id}")
            ? expectAbsent(call, as, kind, spelling)
            : expectNothingOf(call, as, kind));
        }
      }),
      { numRuns: 25 },
    );
    // Each at least once, whatever was drawn.
    for (const call of withId)
      for (const as of ["session", "bearer"] as const)
        for (const kind of kinds) expect((await outcome(call, objects[kind], as)).status, call).toBe(404);
    for (const call of calls.filter((served) => !served.includes("{id}")))
      for (const secret of secrets) expect(await searching(call, "session", "keys")).not.toContain(secret);
    expect(await keptOf(server, victim.account)).toEqual(before);
    expect((await server.call("GET /account", { as: victim })).status).toBe(200);
    expect(await endSession(server.documents, attacker.account.id, objects.sessions)).toBe(false);
  });
});
