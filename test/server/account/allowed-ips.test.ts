import { createApiKey, updateApiKey } from "@tools-api/core/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { answerOf, expectRefusal, type ManagementServer, managementServer } from "../management-server.ts";

let address = "192.0.2.7";
let server: ManagementServer;
beforeEach(() => {
  address = "192.0.2.7";
  server = managementServer({ now: Date.now, clientAddress: () => address });
});

const profile = (bearer: string) => server.call("GET /v1/user/profile", { bearer });

async function statusFrom(from: string, bearer: string): Promise<number> {
  address = from;
  return (await profile(bearer)).status;
}

async function keyFor(allowedIps: string[], scopes: string[] | null = null) {
  const owner = await server.owner();
  const { documents } = server;
  return {
    owner,
    ...(await createApiKey(documents, owner.account.id, { allowedIps, scopes }, { at: Date.now() })),
  };
}

describe("a key with allowed addresses", () => {
  it("works only from these addresses and ranges, of IPv4, IPv6 and IPv4 in IPv6", async () => {
    const mapped = ["::ffff:203.0.113.5", "::ffff:198.18.0.0/112"];
    const { secret } = await keyFor([
      "192.0.2.0/24",
      "198.51.100.9",
      "2001:db8:1::/48",
      "2001:DB8:2::7",
      ...mapped,
    ]);
    for (const [from, status] of [
      ["192.0.2.255", 200],
      ["::ffff:192.0.2.1", 200],
      ["::ffff:c000:201", 200],
      ["192.0.3.1", 403],
      ["198.51.100.9", 200],
      ["198.51.100.8", 403],
      ["2001:db8:1:ffff::1", 200],
      ["2001:db8:2::7", 200],
      ["203.0.113.5", 200],
      ["198.18.255.1", 200],
      ["198.19.0.1", 403],
      ["2001:db8:2::8", 403],
      ["::1", 403],
      ["", 403],
      ["unknown", 403],
    ] as const)
      expect([from, await statusFrom(from, secret)]).toEqual([from, status]);
  });

  it("is refused elsewhere with 403 address_not_allowed and the address, on calls and on the account, uncounted", async () => {
    const { secret, owner } = await keyFor(["192.0.2.0/24"], ["*", "account:read"]);
    address = "203.0.113.5";
    for (const call of ["GET /v1/user/profile", "GET /account/keys"]) {
      const refusal = await expectRefusal(
        await server.call(call, { bearer: secret }),
        403,
        "address_not_allowed",
      );
      expect(refusal.message).toContain("203.0.113.5");
    }
    const text = await server.call("POST /v1/tools/text-analyzer", { bearer: secret, body: { text: "Hi" } });
    await expectRefusal(text, 403, "address_not_allowed");
    address = "192.0.2.1";
    const counted = await profile(owner.key);
    expect(counted.headers.get("X-RateLimit-Remaining")).toBe("999");
  });

  it("applies a change at the next request, also in a process that has the key in its cache", async () => {
    const { secret, apiKey } = await keyFor([]);
    expect(await statusFrom("203.0.113.5", secret)).toBe(200);
    await updateApiKey(server, apiKey.id, { allowedIps: ["192.0.2.7"] });
    expect(await statusFrom("203.0.113.5", secret)).toBe(403);
    expect(await statusFrom("192.0.2.7", secret)).toBe(200);
    await updateApiKey(server, apiKey.id, { allowedIps: ["203.0.113.0/24"] });
    expect(await statusFrom("192.0.2.7", secret)).toBe(403);
    expect(await statusFrom("203.0.113.5", secret)).toBe(200);
    await updateApiKey(server, apiKey.id, { allowedIps: [] });
    expect(await statusFrom("192.0.2.7", secret)).toBe(200);
  });

  it("is set and shown by the management calls, and each invalid entry is named", async () => {
    const owner = await server.owner();
    const create = (body: object) => server.call("POST /account/keys", { as: owner, body });
    const made = await answerOf<{ id: string; allowed_ips: string[] }>(
      await create({ name: "ci", allowed_ips: ["192.0.2.0/24"] }),
      201,
    );
    expect(made.allowed_ips).toEqual(["192.0.2.0/24"]);
    const path = `/account/keys/${made.id}`;
    const body = { allowed_ips: ["2001:db8::/32"] };
    expect(await answerOf(await server.call(`PATCH ${path}`, { as: owner, body }))).toMatchObject(body);
    for (const [wrong, pointer] of [
      [["192.0.2.1", "192.0.2.0/33"], "#/allowed_ips/1"],
      [["example.com"], "#/allowed_ips/0"],
      [["192.0.2.1 "], "#/allowed_ips/0"],
      [["fe80::1%eth0"], "#/allowed_ips/0"],
      [[""], "#/allowed_ips/0"],
      [[7], "#/allowed_ips/0"],
      ["192.0.2.1", "#/allowed_ips"],
      [Array.from({ length: 21 }, (_, index) => `192.0.2.${index}`), "#/allowed_ips"],
    ] as const) {
      const refusal = await expectRefusal(await create({ allowed_ips: wrong }), 422, "invalid_parameter");
      expect(refusal.errors?.map((error) => error.pointer)).toEqual([pointer]);
    }
  });

  it("grants no other addresses to the keys that it creates, changes or rotates, and none to clients", async () => {
    const { secret, owner, apiKey } = await keyFor(["192.0.2.0/24"], ["*", "account:read", "account:write"]);
    const create = (body: object) => server.call("POST /account/keys", { bearer: secret, body });
    const inherited = await answerOf<{ id: string; allowed_ips: string[] }>(await create({}), 201);
    expect(inherited.allowed_ips).toEqual(["192.0.2.0/24"]);
    await answerOf(await create({ allowed_ips: ["192.0.2.128/25", "192.0.2.3"] }), 201);
    const change = (id: string, body: object) =>
      server.call(`PATCH /account/keys/${id}`, { bearer: secret, body });
    for (const wider of [[], ["192.0.0.0/16"], ["192.0.2.7", "198.51.100.1"], ["2001:db8::1"]]) {
      await expectRefusal(await create({ allowed_ips: wider }), 403, "insufficient_scope");
      await expectRefusal(await change(apiKey.id, { allowed_ips: wider }), 403, "insufficient_scope");
    }
    await answerOf(await change(inherited.id, { allowed_ips: ["192.0.2.9"], name: "narrower" }));
    const rotate = `POST /account/keys/${owner.apiKey.id}/rotate`;
    await expectRefusal(await server.call(rotate, { bearer: secret, body: {} }), 403, "insufficient_scope");
    const client = { name: "app", type: "confidential", grant_types: ["client_credentials"], scopes: [] };
    await expectRefusal(
      await server.call("POST /account/clients", {
        bearer: secret,
        body: { ...client, scopes: ["usage:read"] },
      }),
      403,
      "insufficient_scope",
    );
  });
});
