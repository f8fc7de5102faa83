import { createAccount, createApiKey, createSession, getAccount, setRole } from "@tools-api/core/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../management-server.ts";
import { fieldsOf, openOwnerPages, type OwnerPages, wordsOf } from "../account/dashboard/owner-pages.ts";

let now = Date.parse("2026-11-24T12:00:00Z");
let server: ManagementServer;
let operator: OwnerPages;

beforeEach(async () => {
  server = managementServer({ now: () => now });
  operator = await openOwnerPages(server, { now });
  await setRole(server, operator.account, "operator", now);
});

async function customer(email: string) {
  const account = await createAccount(server.documents, { email }, { at: now });
  const { apiKey, secret } = await createApiKey(server.documents, account.id, { name: "ci" }, { at: now });
  return { id: account.id, page: `/operator/console/${account.id}`, apiKey, secret };
}

const statusWith = async (bearer: string) => (await server.call("GET /v1/user/profile", { bearer })).status;

async function accountOf(id: string) {
  const found = await getAccount(server.documents, id);
  if (!found) throw new Error(`no account ${id}`);
  return found.value;
}

describe("the console", () => {
  it("is in the navigation of operators only, and every other user gets 403", async () => {
    expect(await (await operator.get("/")).text()).toContain('href="/operator"');
    const ada = await openOwnerPages(server, { now });
    expect(await (await ada.get("/")).text()).not.toContain('href="/operator"');
    for (const path of ["/operator", "/operator/console", `/operator/console/${operator.account}`])
      expect([path, (await ada.get(path)).status]).toEqual([path, 403]);
    const stranger = await server.call("GET /operator");
    expect([stranger.status, stranger.headers.get("Location")]).toEqual([303, "/sign-in?next=%2Foperator"]);
  });

  it("shows what the checks of the server have found, and runs them once a minute", async () => {
    let runs = 0;
    const checks = async () => {
      runs++;
      return [
        { check: "disk", level: "warning", message: "0.8 GB are left.", advice: "Free space." },
        { check: "mail", level: "ok", message: "The mail server answers." },
      ] as const;
    };
    const checked = managementServer({ now: () => now, checks });
    const pages = await openOwnerPages(checked, { now });
    await setRole(checked, pages.account, "operator", now);
    const overview = wordsOf(await (await pages.get("/operator")).text());
    expect(overview).toContain("disk Warning 0.8 GB are left. Free space.");
    expect(overview).not.toContain("The mail server answers.");
    await pages.get("/operator");
    expect(runs).toBe(1);
    expect(wordsOf(await (await operator.get("/operator")).text())).not.toContain("Checks");
  });

  it("shows the stores, and finds accounts by address, key prefix, plan and status over several pages", async () => {
    const overview = wordsOf(await (await operator.get("/operator")).text());
    expect(overview).toContain("Documents Available");
    const ada = await customer("ada@example.com");
    await customer("grace@example.org");
    const found = async (query: string) => {
      const html = await (await operator.get(`/operator/console?${query}`)).text();
      return ["ada@example.com", "grace@example.org"].filter((email) => html.includes(`>${email}</a>`));
    };
    expect(await found("")).toEqual(["ada@example.com", "grace@example.org"]);
    expect(await found("query=ada&plan=&status=&condition=")).toEqual(["ada@example.com"]);
    expect(await found(`query=${ada.secret.slice(0, 12)}`)).toEqual(["ada@example.com"]);
    expect(await found("plan=pro")).toEqual([]);
    expect(await found("condition=past_due")).toEqual([]);
    const refused = await operator.get("/operator/console?plan=gold&condition=tall");
    expect(refused.status).toBe(422);
    for (let count = 0; count < 60; count++) await customer(`user${count}@example.net`);
    const seen: string[] = [];
    let path: string | undefined = "/operator/console?query=%40example.net";
    while (path !== undefined) {
      const html = await (await operator.get(path)).text();
      seen.push(...(html.match(/user\d+@example\.net/g) ?? []));
      path = /<a class="button quiet" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(new Set(seen).size).toBe(60);
  });

  it("changes the plan and the limit from the next call, and shows the limit in the form", async () => {
    const ada = await customer("ada@example.com");
    const refused = await operator.post(ada.page, [
      ["action", "plan"],
      ["plan", "pro"],
      ["daily_limit", "many"],
    ]);
    expect(refused.status).toBe(422);
    await operator.post(ada.page, [
      ["action", "plan"],
      ["plan", "pro"],
      ["daily_limit", "12345"],
    ]);
    expect(await accountOf(ada.id)).toMatchObject({ plan: "pro", dailyLimit: 12_345 });
    const html = await (await operator.get(ada.page)).text();
    expect(fieldsOf(html, ada.page)).toEqual(
      expect.arrayContaining([
        ["plan", "pro"],
        ["daily_limit", "12345"],
      ]),
    );
    const invoice = /\/invoices\/(\d{8})/.exec(html)?.[1] ?? "";
    const paid = await operator.post(ada.page, [
      ["action", "pay"],
      ["object", invoice],
    ]);
    expect(paid.headers.get("Location")).toBe(`${ada.page}?notice=pay`);
    expect(await (await operator.get(ada.page)).text()).toContain(">Paid<");
  });

  it("revokes a key, ends the sessions, shows a sign-in link, and changes the role", async () => {
    const ada = await customer("ada@example.com");
    const begun = await createSession(server.documents, { account: ada.id, method: "password" }, now);
    const act = (action: string, others: [string, string][] = []) =>
      operator.post(ada.page, [["action", action], ...others]);
    await act("revoke-key", [["object", ada.apiKey.id]]);
    expect(await statusWith(ada.secret)).toBe(401);
    await act("end-sessions");
    const headers = { Cookie: `session=${begun?.token}` };
    expect((await server.call("GET /account", { headers })).status).toBe(401);
    const link = await (await act("show-link")).text();
    expect(link).toMatch(/\/sign-in\/link\?token=[\w-]{43}/);
    const question = await (await act("role", [["role", "operator"]])).text();
    expect(wordsOf(question)).toContain("Make this account an operator?");
    expect((await accountOf(ada.id)).role).not.toBe("operator");
    await operator.post(ada.page, [...fieldsOf(question, ada.page)]);
    expect((await accountOf(ada.id)).role).toBe("operator");
    const another = await act("show-link");
    expect(another.status).toBe(409);
    expect((await act("erase")).status).toBe(422);
  });

  it("asks for another sign-in before rights, money or accounts are given away more than 10 minutes after the last", async () => {
    const ada = await customer("ada@example.com");
    const at = now;
    now += 10 * 60_000 + 1;
    const guarded: [string, string][][] = [
      [
        ["action", "role"],
        ["role", "operator"],
        ["confirmed", "yes"],
      ],
      [
        ["action", "suspend"],
        ["reason", "leak"],
        ["confirmed", "yes"],
      ],
      [["action", "show-link"]],
    ];
    for (const form of guarded) {
      const response = await operator.post(ada.page, form);
      const next = encodeURIComponent(ada.page);
      expect(response.headers.get("Location")).toBe(`/sign-in?next=${next}&notice=recent`);
    }
    const path = `/operator/accounts/${ada.id}/role`;
    expect(await operator.ask(`POST ${path}`, { role: "operator" })).toMatchObject({
      status: 409,
      code: "conflict",
    });
    const { role, status } = await accountOf(ada.id);
    expect([role, status]).toEqual([undefined, "active"]);
    now = at;
  });

  it("closes an account after a confirmation, and never the last operator", async () => {
    const ada = await customer("ada@example.com");
    expect(wordsOf(await (await operator.get(`${ada.page}/close`)).text())).toContain("Close this account?");
    expect((await operator.post(`${ada.page}/close`, [])).status).toBe(303);
    const closed = await (await operator.get(ada.page)).text();
    expect(closed).toContain(">Closed<");
    expect(closed).not.toContain("Suspend account");
    const own = await operator.post(`/operator/console/${operator.account}/close`, []);
    expect(own.status).toBe(409);
    expect((await operator.get("/operator/console/acct_0000000000000000000000")).status).toBe(404);
  });
});
