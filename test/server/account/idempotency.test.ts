import { describe, expect, it } from "vitest";
import { answerOf, expectRefusal, managementServer, type Owner } from "../management-server.ts";

const clock = { now: Date.parse("2027-01-10T12:00:00Z") };
const server = managementServer({ now: () => clock.now });
const redirectUris = ["https://reader.example/callback"];

interface Issued {
  id: string;
  key?: string;
  client_secret?: string | null;
  rotated_at?: string | null;
}

/** Sends a request with an Idempotency-Key. */
const send = (as: Owner, call: string, key: string, body?: unknown) =>
  server.call(call, { as, body, headers: { "Idempotency-Key": key } });

/** Returns the body of a success, which is 200 or 201. */
function issued(response: Response): Promise<Issued> {
  expect([200, 201]).toContain(response.status);
  return answerOf<Issued>(response, response.status);
}

async function listed(as: Owner, path: string): Promise<string[]> {
  const page = await answerOf<{ items: { id: string }[] }>(await server.call(`GET ${path}`, { as }));
  return page.items.map(({ id }) => id);
}

/** The calls that create a secret, with the body of each, and another body. */
async function callsThatIssue(
  as: Owner,
): Promise<[call: string, secret: "key" | "client_secret", bodies: unknown[]][]> {
  const client = await issued(
    await server.call("POST /account/clients", { as, body: { name: "Reader", redirect_uris: redirectUris } }),
  );
  return [
    ["POST /account/keys", "key", [{ name: "ci" }, { name: "other" }]],
    [`POST /account/keys/${as.apiKey.id}/rotate`, "key", [{ grace_seconds: 60 }, { grace_seconds: 61 }]],
    [
      "POST /account/clients",
      "client_secret",
      [
        { name: "App", redirect_uris: redirectUris },
        { name: "App 2", redirect_uris: redirectUris },
      ],
    ],
    [`POST /account/clients/${client.id}/secret`, "client_secret", []],
  ];
}

describe("a management call with an Idempotency-Key", () => {
  it("issues one secret, however often it is repeated, and returns the object without it afterwards", async () => {
    const as = await server.owner();
    for (const [call, secret, [body, other]] of await callsThatIssue(as)) {
      const key = `retry ${call}`.replace(/\W/g, "-");
      const responses = await Promise.all(Array.from({ length: 6 }, () => send(as, call, key, body)));
      const repeats = responses.filter(({ headers }) => headers.get("Idempotency-Replayed") === "true");
      expect(repeats, call).toHaveLength(5);
      const statuses = new Set(responses.map(({ status }) => status));
      expect(statuses.size).toBe(1);
      const answers = await Promise.all(responses.map((response) => issued(response)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(answers.filter((answer) => secret in answer)).toHaveLength(1);
      if (other) await expectRefusal(await send(as, call, key, other), 422, "idempotency_mismatch");
    }
    expect(await listed(as, "/account/keys")).toHaveLength(2);
    expect(await listed(as, "/account/clients")).toHaveLength(2);
  });

  it("is the same request with its fields in another order, and another one under another path", async () => {
    const as = await server.owner();
    const first = await issued(await send(as, "POST /account/keys", "a", '{"name":"ci","daily_limit":5}'));
    const again = await issued(await send(as, "POST /account/keys", "a", '{"daily_limit":5,"name":"ci"}'));
    expect(again.id).toBe(first.id);
    for (const call of [`POST /account/keys/${first.id}/rotate`, "POST /account/plan"])
      await expectRefusal(
        await send(as, call, "a", call.endsWith("plan") ? { plan: "pro" } : {}),
        422,
        "idempotency_mismatch",
      );
  });

  it("belongs to its account: another account can use the same key", async () => {
    const [one, two] = [await server.owner(), await server.owner()];
    const ids = await Promise.all(
      [one, two].map(async (as) => (await issued(await send(as, "POST /account/keys", "b", {}))).id),
    );
    expect(new Set(ids).size).toBe(2);
  });

  it("is a new request after 24 hours, and after a response that was an error", async () => {
    const as = await server.owner();
    await expectRefusal(await send(as, "POST /account/keys", "c", { name: "" }), 422, "invalid_parameter");
    const first = await issued(await send(as, "POST /account/keys", "c", { name: "ci" }));
    clock.now += 24 * 3_600_000 - 1;
    const again = await issued(await send(as, "POST /account/keys", "c", { name: "ci" }));
    expect(again).toMatchObject({ id: first.id });
    expect(again).not.toHaveProperty("key");
    clock.now += 1;
    const later = await issued(await send(as, "POST /account/keys", "c", { name: "ci" }));
    expect(later.id).not.toBe(first.id);
    expect(later).toHaveProperty("key");
  });

  it("is refused if the key is malformed, before it changes anything", async () => {
    const as = await server.owner();
    for (const key of ["a b", "é", "x".repeat(256)])
      await expectRefusal(await send(as, "POST /account/keys", key, {}), 422, "invalid_parameter");
    expect(await listed(as, "/account/keys")).toHaveLength(1);
  });

  it("stores no secret", async () => {
    const as = await server.owner();
    const { key = "" } = await issued(await send(as, "POST /account/keys", "e", { name: "ci" }));
    const stored = await server.documents.list(`idempotency/${as.account.id}/`, { limit: 10 });
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(key.slice(8, -6));
    expect(JSON.stringify(stored)).not.toContain('"ci"');
  });
});
