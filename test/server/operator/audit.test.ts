import { setRole } from "@tools-api/core/accounts";
import { describe, expect, it } from "vitest";
import { openOwnerPages, wordsOf } from "../account/dashboard/owner-pages.ts";
import { answerOf, expectRefusal, managementServer } from "../management-server.ts";

interface Entries {
  items: {
    account: string;
    action: string;
    address: string | null;
    actor: { kind: string; account?: string };
  }[];
  next: string | null;
}

async function withChanges() {
  const server = managementServer({ clientAddress: () => "192.0.2.7" });
  const [operator, customer] = [await server.operator(), await server.owner()];
  const ask = (call: string, body?: unknown) => server.call(call, { as: operator, body });
  await answerOf(await server.call("POST /account/keys", { as: customer, body: { name: "=ci" } }), 201);
  await answerOf(await ask(`POST /operator/accounts/${customer.account.id}/suspend`, { reason: "Leaked." }));
  await answerOf(await ask("POST /operator/invitations", {}), 201);
  await answerOf(await ask("POST /operator/webhooks", { url: "https://hooks.example.com/" }), 201);
  const list = async (query: string) => answerOf<Entries>(await ask(`GET /operator/audit?${query}`));
  return { server, operator, customer, ask, list };
}

describe("GET /operator/audit", () => {
  it("has the changes of all accounts, and the acts of operators with the actor operator", async () => {
    const { operator, customer, list } = await withChanges();
    const { items } = await list("actor=operator");
    expect(items.map(({ account, action }) => [account, action])).toEqual([
      [operator.account.id, "webhook.created"],
      [operator.account.id, "invitation.created"],
      [customer.account.id, "account.suspended"],
    ]);
    for (const { actor, address } of items) {
      expect(actor).toMatchObject({ kind: "operator", account: operator.account.id });
      expect(address).toBe("192.0.2.7");
    }
    const created = await list(`account=${customer.account.id}&actor=owner&action=key.created`);
    expect(created.items).toHaveLength(1);
    expect((await list("until=2020-01-01")).items).toEqual([]);
    expect((await list("since=2020-01-01T00:00:00Z&limit=1")).next).not.toBeNull();
  });

  it("returns all entries that match as CSV, and disarms formulas", async () => {
    const { customer, ask } = await withChanges();
    const response = await ask(`GET /operator/audit?format=csv&limit=1&account=${customer.account.id}`);
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const [head, ...lines] = (await response.text()).trim().split("\r\n");
    expect(head).toBe("at,id,account,action,actor,actor_account,actor_credential,target,address,details");
    expect(lines[0]).toContain(`,${customer.account.id},account.suspended,operator,`);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.every((line) => line.split(",")[0]?.startsWith("20"))).toBe(true);
  });

  it("is a page for a browser, with the same conditions, and only for operators", async () => {
    const { server, customer } = await withChanges();
    const pages = await openOwnerPages(server);
    const html = { Accept: "text/html" };
    expect((await pages.get("/operator/audit", html)).status).toBe(403);
    await expectRefusal(await pages.get("/operator/audit"), 403, "insufficient_scope");
    await setRole(server, pages.account, "operator", Date.now());
    const shown = wordsOf(await (await pages.get("/operator/audit?actor=operator&action=", html)).text());
    expect(shown).toContain("The account was suspended.");
    expect(shown).toContain(customer.account.id);
    expect(shown).not.toContain("An API key was created.");
    const invalid = await pages.get("/operator/audit?since=yesterday", html);
    expect(invalid.status).toBe(422);
  });

  it("returns 422 that names an invalid actor, action, account, time or format", async () => {
    const { ask } = await withChanges();
    for (const query of [
      "actor=eve",
      "action=KEY",
      "account=x",
      "since=yesterday",
      "until=1",
      "format=xml",
    ]) {
      const { errors = [] } = await expectRefusal(
        await ask(`GET /operator/audit?${query}`),
        422,
        "invalid_parameter",
      );
      expect(errors.map(({ pointer }) => pointer)).toEqual([`#/${query.split("=")[0]}`]);
    }
  });
});

describe("GET /account/audit", () => {
  it("has the same conditions and CSV, without the addresses of operators", async () => {
    const { server, customer, ask } = await withChanges();
    await answerOf(await ask(`POST /operator/accounts/${customer.account.id}/reactivate`));
    const read = (query: string) => server.call(`GET /account/audit?${query}`, { as: customer });
    const { items } = await answerOf<Entries>(await read("action=account.suspended&actor=operator"));
    expect(items).toMatchObject([{ action: "account.suspended", address: null }]);
    const csv = await (await read("format=csv&action=account.suspended")).text();
    expect(csv).toContain("account.suspended,operator,");
    expect(csv).not.toContain("192.0.2.7");
    await expectRefusal(await read(`account=${customer.account.id}`), 422, "invalid_parameter");
  });
});
