import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { signUp } from "@tools-api/core/accounts";
import { createOAuthClient } from "@tools-api/core/oauth";
import { beforeEach, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { keyOf, keysOf } from "./owner-keys.ts";
import { type Fields, fieldsOf, openOwnerPages, type OwnerPages, textOf, withFields } from "./owner-pages.ts";

let server: ManagementServer;
let owner: OwnerPages;
beforeEach(async () => {
  server = managementServer();
  owner = await openOwnerPages(server);
});

const times = 20;
const sendMany = (path: string, fields: Fields) =>
  Promise.all(Array.from({ length: times }, () => owner.post(path, fields)));

/** Returns the fields of a page's form with their current values. */
const formOf = async (page: string, action: string) => fieldsOf(await (await owner.get(page)).text(), action);

const locations = (answers: readonly Response[]) => [
  ...new Set(answers.flatMap((answer) => answer.headers.get("Location") ?? [])),
];

describe("a form that is sent twenty times in parallel", () => {
  it("creates one key, and redirects all other responses to it", async () => {
    const fields = withFields(await formOf("/new-key", "/keys"), [
      ["name", "once"],
      ["scopes", "profile:read"],
    ]);
    const answers = await sendMany("/keys", fields);
    const [key, ...others] = await keysOf(owner);
    expect(others).toEqual([]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(locations(answers)).toEqual([`/keys/${key?.id}?notice=made-before`]);
    const again = await (await owner.get(`/keys/${key?.id}?notice=made-before`)).text();
    expect(again).toContain("You already sent this form, and it created this key.");
    expect(again).toContain("<button>Rotate key</button>");
  });

  it("creates one account, from the form's fields only, and signs every sender in to it", async () => {
    const headers = { Origin: "http://localhost:3000", "Content-Type": "application/x-www-form-urlencoded" };
    const html = await (await server.call("GET /sign-up")).text();
    const fields = withFields(fieldsOf(html, "/sign-up"), [
      ["email", "new@example.com"],
      ["password", "a good one 1"],
      // Attack: fields of the stored account that the form does not have (mass assignment).
      ...Object.entries({ id: "acct_1", plan: "enterprise", dailyLimit: "9", status: "closed" }),
    ]);
    const post = (sent: Fields) =>
      server.call("POST /sign-up", { headers, body: new URLSearchParams(sent).toString() });
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(fields)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    const ids = await Promise.all(
      answers.map(async (answer) => {
        const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("session=")) ?? "";
        const signedIn = { Cookie: cookie.split(";")[0] ?? "" };
        const account = await server.call("GET /account", { headers: signedIn });
        const record = (await account.json()) as { id: string };
        expect(record).toMatchObject({ status: "active", plan: { name: "free", daily_limit: 1000 } });
        return record.id;
      }),
    );
    expect(new Set([...ids, "acct_1"]).size).toBe(2);
    // Another form, or the same form with another password, does not come from the owner.
    expect((await post(withFields(fields, [["password", "a guess of mine"]]))).status).toBe(409);
    expect((await post(withFields(fields, [["key", "another"]]))).status).toBe(409);
  });
});

describe("the answers to forms", () => {
  it("are stored in one document, with the latest 100 of an account", async () => {
    const { id } = await keyOf(server, owner, {}, Date.now());
    for (let sent = 0; sent < 120; sent++) {
      const answer = await owner.post(`/keys/${id}/rotate`, [
        ["key", `form-${sent}`],
        ["grace_seconds", "0"],
      ]);
      expect(answer.status).toBe(200);
    }
    const kept = await server.documents.list("forms/", { limit: 10 });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept[0]?.value).match(/"digest"/g)).toHaveLength(100);
    const latest = await owner.post(`/keys/${id}/rotate`, [
      ["key", "form-119"],
      ["grace_seconds", "0"],
    ]);
    expect(latest.headers.get("Location")).toBe(`/keys/${id}?notice=rotated-before`);
  });
});

describe("a form that is sent after the session has ended", () => {
  const password = "correct horse battery";
  const headers = { Origin: "http://localhost:3000", "Content-Type": "application/x-www-form-urlencoded" };
  const passwords = scryptHasher({ logCost: 10 });
  const person = async (email: string) =>
    (await signUp({ documents: server.documents, passwords }, { email, password }, Date.now())).account;

  /** Submits the sign-in form of a page with its current values. */
  async function signInWith(html: string, email: string, given = password): Promise<Response> {
    const fields = withFields(fieldsOf(html, "/sign-in"), [
      ["email", email],
      ["password", given],
    ]);
    return server.call("POST /sign-in", { headers, body: new URLSearchParams(fields).toString() });
  }
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith("session="))
      ?.split(";")[0] ?? "";
  const post = (path: string, fields: Fields, cookie = "") =>
    server.call(`POST ${path}`, {
      headers: { ...headers, ...(cookie && { Cookie: cookie }) },
      body: new URLSearchParams(fields).toString(),
    });

  /** Returns the form of a signed-in user who then signs out, with its fields. */
  async function opened(email: string, page: string, action: string) {
    const start = await signInWith(await (await server.call("GET /sign-in")).text(), email);
    const cookie = cookieOf(start);
    const html = await (await server.call(`GET ${page}`, { headers: { Cookie: cookie } })).text();
    await post("/sign-out", [], cookie);
    return { fields: fieldsOf(html, action), cookie };
  }

  it("is shown again, filled in and not sent, when its user signs in again", async () => {
    const account = await person("ada@example.com");
    const fields = { name: "App", scopes: ["usage:read"] };
    const { client } = await createOAuthClient(server.documents, account.id, fields, { at: Date.now() });
    for (const [page, action, typed] of [
      [
        "/new-key",
        "/keys",
        [
          ["name", 'build "7" & co'],
          ["scopes", "usage:read"],
          ["daily_limit", "77"],
        ],
      ],
      [
        "/new-client",
        "/new-client",
        [
          ["name", "Reader"],
          ["type", "confidential"],
          ["redirect_uris", "https://a.example/cb\nhttps://b.example"],
          ["scopes", "usage:read"],
        ],
      ],
      [
        `/apps/${client.id}`,
        `/apps/${client.id}`,
        [
          ["name", "Renamed"],
          ["scopes", "usage:read"],
        ],
      ],
      [
        "/profile",
        "/profile",
        [
          ["name", "Ada of the form"],
          ["email", "other@example.com"],
          ["password", "a secret of mine"],
        ],
      ],
    ] as [string, string, Fields][]) {
      const { fields, cookie } = await opened("ada@example.com", page, action);
      const asked = await post(action, withFields(fields, typed), cookie);
      const html = await asked.text();
      expect(asked.status, page).toBe(422);
      expect(html).toContain("Sign in to return to your form.");
      expect(html).not.toContain("a secret of mine");
      const wrong = await (await signInWith(html, "ada@example.com", "not the password")).text();
      const back = await signInWith(wrong, "ada@example.com");
      const shown = await back.text();
      expect(back.status, page).toBe(200);
      const filled = textOf(shown);
      const texts = typed.filter(([name]) => !["password", "scopes", "type"].includes(name));
      for (const [, value] of texts) expect(filled, page).toContain(value);
      expect(shown).toContain("You were signed out, so the server changed nothing.");
      expect(shown).toMatch(new RegExp(`action="${action}"`));
      expect(shown).not.toContain("a secret of mine");
      if (page !== "/new-key") continue;
      const sent = await post(
        action,
        withFields(fieldsOf(shown, action), [["scopes", "usage:read"]]),
        cookieOf(back),
      );
      expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("Your new API key")]);
    }
  });

  it("is never shown to another account, and creates nothing by itself", async () => {
    await person("ada@example.com");
    await person("mallory@example.com");
    const { fields } = await opened("ada@example.com", "/new-key", "/keys");
    const asked = await post(
      "/keys",
      withFields(fields, [
        ["name", "the secret project"],
        ["scopes", "usage:read"],
      ]),
    );
    const back = await signInWith(await asked.text(), "mallory@example.com");
    expect([back.status, back.headers.get("Location")]).toEqual([303, "/keys"]);
    expect(await back.text()).not.toContain("the secret project");
    const keys = await server.call("GET /account/keys", { headers: { Cookie: cookieOf(back) } });
    expect(await keys.json()).toEqual({ items: [], next: null });
  });

  it("never redirects to another site, whatever path or size it claims, and is accepted only from this server", async () => {
    await person("ada@example.com");
    const { fields } = await opened("ada@example.com", "/new-key", "/keys");
    const own = fields.find(([name]) => name === "key")?.[1] ?? "";
    for (const path of [
      "//evil.example/",
      "https://evil.example",
      "/keys/..%2f",
      "/oauth/authorize",
      "/nothing",
    ]) {
      const forged: Fields = [
        ["email", "ada@example.com"],
        ["password", password],
        ["next", "/keys"],
        ["form_path", path],
        ["form", new URLSearchParams({ key: own, name: "x" }).toString()],
      ];
      const answer = await post("/sign-in", forged);
      expect([answer.status, answer.headers.get("Location")], path).toEqual([303, "/keys"]);
    }
    const large = await post("/keys", withFields(fields, [["name", "n".repeat(40_000)]]));
    expect([large.status, large.headers.get("Location")]).toEqual([
      303,
      "/sign-in?next=%2Fkeys&notice=not-taken",
    ]);
    const foreign = await server.call("POST /keys", {
      headers: { ...headers, Origin: "https://evil.example" },
      body: new URLSearchParams(fields).toString(),
    });
    expect(foreign.status).toBe(403);
  });
});
