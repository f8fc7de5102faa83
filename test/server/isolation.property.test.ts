import { createApiKey, endSession, listSessions } from "@tools-api/core/accounts";
import { exportAccount } from "@tools-api/core/profile";
import { allowClient, createOAuthClient } from "@tools-api/core/oauth";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenApiDocument } from "./described.ts";
import { type ManagementServer, managementServer, type Owner } from "./management-server.ts";

/** The ids of what an owner has, by the noun in the path. */
type Objects = Readonly<Record<"keys" | "sessions" | "clients" | "grants", string>>;

async function objectsOf(server: ManagementServer, { account }: Owner): Promise<Objects> {
  const { documents } = server;
  const now = Date.now();
  const name = `Secret of ${account.name}`;
  const { apiKey } = await createApiKey(documents, account.id, { name }, now);
  const fields = { name, redirect_uris: [`https://${account.id.slice(5).toLowerCase()}.example/`] };
  const { client } = await createOAuthClient(documents, account.id, fields, now);
  const scopes = ["usage:read" as const];
  const grant = await allowClient(server, { account: account.id, client: client.id, scopes }, now);
  const [session] = await listSessions(documents, account.id, { limit: 1 });
  return { keys: apiKey.id, sessions: session?.id ?? "", clients: client.id, grants: grant.id };
}

/** An id of the same shape that nothing has. */
const absent = (id: string) => id.replace(/[0-9A-Za-z]{22}$/, "0000000000000000000000");

/** Bodies that a call takes, so that it is not refused before it looks for the object. */
const bodies: Record<string, unknown> = {
  "PATCH /account/keys/{id}": { name: "mine" },
  "POST /account/keys/{id}/rotate": { grace_seconds: 60 },
  "PATCH /account/clients/{id}": { name: "mine", redirect_uris: ["https://evil.example/"] },
};

/** All calls of the document, but those of the pages and probes. */
async function servedCalls(server: ManagementServer): Promise<string[]> {
  // The shape is what the test of the document requires.
  const { paths } = (await (await server.call("GET /openapi.json")).json()) as OpenApiDocument;
  return Object.entries(paths)
    .filter(([path]) => path.startsWith("/account") || path.startsWith("/v1"))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
}

/** Everything that is stored about an account, with the pages of its lists together. */
async function keptOf(server: ManagementServer, account: Owner["account"]): Promise<unknown> {
  const { usage, ...rest } = await exportAccount(server, account, 0);
  const kept: Record<string, unknown> = { ...usage };
  for (const [name, part] of Object.entries({ ...rest, days: usage.days })) {
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
  it("see nothing of each other by any call, in any order, and cannot tell what the other has from what is not there", async () => {
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

    /** Makes a call with an id, and returns what came of it but for the id and what differs from call to call. */
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

    /** Calls without an id, with what the other has wherever a caller can put it. */
    const searching = async (call: string, as: "session" | "bearer", kind: keyof Objects) => {
      const id = objects[kind];
      // As a bearer it would end the very session that the next calls are made from.
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
      // Ways to spell another's object below one's own, and to leave one's own folder.
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
      { numRuns: 40 },
    );
    // Each once at least, whatever the draws were.
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
