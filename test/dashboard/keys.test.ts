import { type ApiKey, createApiKey, revokeApiKey, rotateApiKey, type Scope, scopes } from "@tools-api/core";
import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../server/management-server.ts";
import {
  type Fields,
  fieldsOf,
  followCurl,
  openOwnerPages,
  type OwnerPages,
  textOf,
  withFields,
  wordsOf,
} from "./owner-pages.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse("2027-04-01T10:00:00Z");
let now = start;
let server: ManagementServer;

beforeAll(() => {
  server = managementServer({ now: () => now });
});

const newOwner = () => {
  now += hour;
  return openOwnerPages(server, { now });
};

interface KeyRecord {
  id: string;
  name: string;
  scopes: Scope[];
  daily_limit: number | null;
  expires_at: string | null;
  previous_ends_at: string | null;
  revoked_at: string | null;
}

async function keysOf(owner: OwnerPages): Promise<KeyRecord[]> {
  // The shape is what the contract requires; each test requires what it reads of it.
  return ((await owner.ask("GET /account/keys?limit=100")) as { items: KeyRecord[] }).items;
}

/** Sends the form of a new key as it stands but for some fields. */
async function createWith(owner: OwnerPages, others: Fields): Promise<Response> {
  const html = await (await owner.get("/new-key")).text();
  return owner.post("/keys", withFields(fieldsOf(html, "/keys"), others));
}

function secretIn(html: string): string {
  const [, secret = ""] = /<pre [^>]*id="key"[^>]*>([^<]*)<\/pre>/.exec(html) ?? [];
  expect(secret).toMatch(/^tk_live_[0-9A-Za-z]{38}$/);
  return secret;
}

function lineIn(html: string): string | undefined {
  const line = /<pre [^>]*id="call"[^>]*>([^<]*)<\/pre>/.exec(html)?.[1];
  return line === undefined ? undefined : textOf(line);
}

async function statusWith(bearer: string): Promise<number> {
  return (await server.call("GET /v1/user/profile", { bearer })).status;
}

/** A key that was made behind the pages, for states that take days to come about. */
async function keyOf(owner: OwnerPages, fields: Parameters<typeof createApiKey>[2]): Promise<ApiKey> {
  return (await createApiKey(server.documents, owner.account, fields, now)).apiKey;
}

describe("a new key", () => {
  it("takes one click from the overview, and comes with a line that works as it is pasted", async () => {
    const owner = await newOwner();
    const overview = await (await owner.get("/")).text();
    const answer = await owner.post("/keys", fieldsOf(overview, "/keys"));
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Content-Security-Policy")).toContain("script-src 'self';");
    const called = await followCurl(server, lineIn(html) ?? "");
    expect(called.status).toBe(200);
    expect(await called.json()).toMatchObject({ language: { code: "en" }, sentiment: {} });
    expect(await keysOf(owner)).toMatchObject([{ name: "default", scopes: scopes.slice(0, 4) }]);
  });

  it("is in exactly one answer, also when the form is sent again", async () => {
    const owner = await newOwner();
    const fields = fieldsOf(await (await owner.get("/keys")).text(), "/keys");
    const secret = secretIn(await (await owner.post("/keys", fields)).text());
    now += 1000;
    const again = await owner.post("/keys", fields);
    const [key] = await keysOf(owner);
    expect([again.status, again.headers.get("Location")]).toEqual([
      303,
      `/keys/${key?.id}?notice=made-before`,
    ]);
    expect(await keysOf(owner)).toHaveLength(1);
    for (const path of ["/", "/keys", "/new-key", `/keys/${key?.id}?notice=made-before`, "/account/keys"])
      expect(await (await owner.get(path)).text(), path).not.toContain(secret.slice(8, 30));
    expect(await statusWith(secret)).toBe(200);
  });

  it("is another one when its form is opened again, whatever its name", async () => {
    const owner = await newOwner();
    const first = secretIn(await (await createWith(owner, [])).text());
    now += 1000;
    const second = secretIn(await (await createWith(owner, [])).text());
    expect(first).not.toBe(second);
    expect((await keysOf(owner)).map(({ name }) => name)).toEqual(["default", "default"]);
  });

  it.each(scopes.filter((scope) => scope !== "account:write"))(
    "that may do %s alone comes with a line that it may make",
    async (scope) => {
      const owner = await newOwner();
      const html = await (await createWith(owner, [["scopes", scope]])).text();
      const called = await followCurl(server, lineIn(html) ?? "");
      expect(called.status, await called.text()).toBe(200);
      expect(await keysOf(owner)).toMatchObject([{ scopes: [scope] }]);
    },
  );

  it("that may only change the account comes without a line that would change it", async () => {
    const owner = await newOwner();
    const html = await (await createWith(owner, [["scopes", "account:write"]])).text();
    expect(secretIn(html)).not.toBe("");
    expect(lineIn(html)).toBeUndefined();
  });

  it("works to the end of its last day in UTC, and no more often than its cap", async () => {
    const owner = await newOwner();
    const lastDay = new Date(now + 2 * day).toISOString().slice(0, 10);
    const end = Date.parse(`${lastDay}T00:00:00Z`) + day;
    const html = await (
      await createWith(owner, [
        ["expires_at", lastDay],
        ["daily_limit", "2"],
      ])
    ).text();
    const secret = secretIn(html);
    const [made] = await keysOf(owner);
    expect(made).toMatchObject({ daily_limit: 2, expires_at: new Date(end).toISOString() });
    expect([await statusWith(secret), await statusWith(secret), await statusWith(secret)]).toEqual([
      200, 200, 429,
    ]);
    now = end - 1;
    expect(await statusWith(secret)).toBe(200);
    now = end;
    expect(await statusWith(secret)).toBe(401);
  });

  it("is not made of fields that are at fault, which are all told at once, with what was typed", async () => {
    const owner = await newOwner();
    const html = await (await owner.get("/new-key")).text();
    const fields = withFields(fieldsOf(html, "/keys"), [
      ["name", "<i>".repeat(34)],
      ["expires_at", "2027-03-31"],
      ["daily_limit", "1.5"],
    ]).filter(([name]) => name !== "scopes");
    const answer = await owner.post("/keys", fields);
    const refused = await answer.text();
    expect(answer.status).toBe(422);
    for (const sentence of [
      "Enter a name of at most 100 characters.",
      "Choose a day from today on.",
      "Enter a whole number of calls, 1 or more, or nothing.",
      "Choose at least one.",
    ])
      expect(wordsOf(refused)).toContain(sentence);
    expect(refused).toContain(`value="${"&lt;i&gt;".repeat(34)}"`);
    expect(refused).not.toContain("<i>");
    expect(refused).toMatch(/<input id="daily_limit"[^>]* value="1.5"[^>]* aria-invalid="true"/);
    expect(await keysOf(owner)).toEqual([]);
  });

  it.each([
    ["name", " "],
    ["expires_at", "tomorrow"],
    ["expires_at", "9999-12-31"],
    ["daily_limit", "0"],
    ["daily_limit", "-1"],
    ["daily_limit", "1e400"],
    ["scopes", "root"],
  ])("is not made with %s of %j", async (name, value) => {
    const owner = await newOwner();
    const answer = await createWith(owner, [[name, value]]);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`id="${name}-error"`);
    expect(await keysOf(owner)).toEqual([]);
  });

  it("is refused beside a hundred that work, and the form says so", async () => {
    const owner = await newOwner();
    await Promise.all(Array.from({ length: 100 }, (_, index) => keyOf(owner, { name: `key ${index}` })));
    now += 1000;
    const answer = await createWith(owner, []);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toMatch(/role="alert">The account has 100 keys[^<]*revoke one/);
    const list = await (await owner.get("/keys")).text();
    expect([...list.matchAll(/badge good/g)]).toHaveLength(100);
  });
});

describe("the list of keys", () => {
  it("has every key of the API with its state in words, those that work first", async () => {
    const owner = await newOwner();
    const ends = { active: now + 8 * day, soon: now + 7 * day, past: now + hour };
    await keyOf(owner, { name: "active", expiresAt: ends.active });
    await keyOf(owner, { name: "soon", expiresAt: ends.soon, dailyLimit: 12_345 });
    await keyOf(owner, { name: "past", expiresAt: ends.past, scopes: ["usage:read", "account:read"] });
    const rotated = await keyOf(owner, { name: "rotated", scopes: [...scopes] });
    await rotateApiKey(server, rotated.id, { graceSeconds: 2 * 3600 }, now);
    await revokeApiKey(server, (await keyOf(owner, { name: "revoked" })).id, now);
    now += hour;

    const html = await (await owner.get("/keys")).text();
    const [live = "", ended = ""] = html.split("<details");
    const rowsOf = (part: string) =>
      [...part.matchAll(/<tr><th scope="row">([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => wordsOf(row));
    const date = new Date(start).toISOString().slice(0, 10);
    expect(rowsOf(live).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^active Active all four no cap ${date.slice(0, 8)}\\d\\d never `)),
      expect.stringMatching(
        /^rotated Active Rotated; the old secret works until \S+ \S+ UTC all four, account:read, account:write no cap \S+ never never$/,
      ),
      expect.stringMatching(/^soon Expires soon all four 12,345 \S+ never \S+ \S+ UTC$/),
    ]);
    expect(rowsOf(ended).toSorted()).toEqual([
      expect.stringMatching(/^past Expired usage:read, account:read no cap /),
      expect.stringMatching(/^revoked Revoked all four no cap /),
    ]);
    const linked = [...html.matchAll(/href="\/keys\/(key_\w+)"/g)].map(([, id]) => id);
    expect(new Set(linked)).toEqual(new Set((await keysOf(owner)).map(({ id }) => id)));
    expect(linked).toHaveLength(5);
    expect(ended).not.toMatch(/^[^>]*\sopen/);
    now += hour;
    expect(await (await owner.get("/keys")).text()).not.toContain("the old secret works");
  });

  it("has those that ended by fifty, the last to end first", async () => {
    const owner = await newOwner();
    const names = Array.from({ length: 120 }, (_, index) => `ended ${index}`);
    await Promise.all(names.map((name, index) => keyOf(owner, { name, expiresAt: now + index + 1 })));
    now += hour;
    const shown: (string | undefined)[][] = [];
    for (let path: string | undefined = "/keys"; path !== undefined;) {
      const html = await (await owner.get(path)).text();
      expect(html.includes('<details class="card" open')).toBe(path !== "/keys");
      shown.push([...html.matchAll(/>(ended \d+)<\/a>/g)].map(([, name]) => name));
      path = /href="(\/keys\?after=[^"]+)"/.exec(html)?.[1];
    }
    expect(shown.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(shown.flat()).toEqual(names.toReversed());
  });
});

describe("a key's page", () => {
  it("renames and narrows it and sets its cap, as the API then says, and says that it holds", async () => {
    const owner = await newOwner();
    const { id } = await keyOf(owner, { name: "old" });
    const path = `/keys/${id}`;
    const fields = fieldsOf(await (await owner.get(path)).text(), path);
    const changed = await owner.post(
      path,
      withFields(fields, [
        ["name", ' <b>"new"</b> & co '],
        ["scopes", "text:analyze"],
        ["daily_limit", "7"],
      ]),
    );
    expect([changed.status, changed.headers.get("Location")]).toEqual([303, `${path}?notice=changed`]);
    expect(await keysOf(owner)).toMatchObject([
      { id, name: '<b>"new"</b> & co', scopes: ["text:analyze"], daily_limit: 7 },
    ]);
    const shown = await (await owner.get(`${path}?notice=changed`)).text();
    expect(shown).toContain('role="status">The key is changed, which holds from its next call on.');
    expect(shown).toContain("<h1>&lt;b&gt;&quot;new&quot;&lt;/b&gt; &amp; co</h1>");
    expect(shown).not.toContain("<b>");
    await owner.post(path, withFields(fieldsOf(shown, path), [["daily_limit", ""]]));
    expect(await keysOf(owner)).toMatchObject([{ name: '<b>"new"</b> & co', daily_limit: null }]);
  });

  it("never widens it, and keeps what was typed of a change that it refuses", async () => {
    const owner = await newOwner();
    const { id } = await keyOf(owner, { scopes: ["text:analyze", "usage:read"] });
    const path = `/keys/${id}`;
    const refused = await owner.post(path, [
      ["name", "wide"],
      ["daily_limit", ""],
      ["scopes", "text:analyze"],
      ["scopes", "account:write"],
    ]);
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain('id="scopes-error"');
    expect(html).toMatch(/<input id="name"[^>]* value="wide"/);
    expect(await keysOf(owner)).toMatchObject([{ name: "default", scopes: ["text:analyze", "usage:read"] }]);
  });

  it("gives it another secret, which is in one answer, with grace for the present one", async () => {
    const owner = await newOwner();
    const before = secretIn(await (await createWith(owner, [])).text());
    const [{ id } = { id: "" }] = await keysOf(owner);
    const path = `/keys/${id}`;
    const form = fieldsOf(await (await owner.get(path)).text(), `${path}/rotate`);
    const answer = await owner.post(`${path}/rotate`, withFields(form, [["grace_seconds", "3600"]]));
    const html = await answer.text();
    const secret = secretIn(html);
    expect((await followCurl(server, lineIn(html) ?? "")).status).toBe(200);
    const end = new Date(now + hour).toISOString();
    expect(html).toContain(`goes on working until ${end.slice(0, 10)} ${end.slice(11, 19)} UTC`);
    expect([await statusWith(before), await statusWith(secret)]).toEqual([200, 200]);

    const again = await owner.post(`${path}/rotate`, form);
    expect([again.status, again.headers.get("Location")]).toEqual([303, `${path}?notice=rotated-before`]);
    const shown = await (await owner.get(`${path}?notice=rotated-before`)).text();
    expect(shown).not.toContain(secret);
    expect(shown).toContain("it was left as it is");
    now += hour;
    expect([await statusWith(before), await statusWith(secret)]).toEqual([401, 200]);

    const atOnce = withFields(fieldsOf(shown, `${path}/rotate`), [["grace_seconds", "0"]]);
    const last = secretIn(await (await owner.post(`${path}/rotate`, atOnce)).text());
    expect([await statusWith(secret), await statusWith(last)]).toEqual([401, 200]);
  });

  it("suggests a day of grace, and refuses more than the API takes", async () => {
    const owner = await newOwner();
    const { id } = await keyOf(owner, {});
    const path = `/keys/${id}`;
    const form = fieldsOf(await (await owner.get(path)).text(), `${path}/rotate`);
    expect(form).toEqual([
      ["rotated_at", ""],
      ["grace_seconds", "86400"],
    ]);
    for (const grace of ["2592001", "-1", "soon", ""]) {
      const refused = await owner.post(`${path}/rotate`, withFields(form, [["grace_seconds", grace]]));
      expect(refused.status, grace).toBe(422);
      expect(await refused.text()).toContain('id="grace_seconds-error"');
    }
    expect(await keysOf(owner)).toMatchObject([{ previous_ends_at: null }]);
  });

  it("revokes it when asked twice, and the next call is refused", async () => {
    const owner = await newOwner();
    const secret = secretIn(await (await createWith(owner, [["name", "<u>x"]])).text());
    const [{ id } = { id: "" }] = await keysOf(owner);
    const path = `/keys/${id}`;
    const asked = await (await owner.get(`${path}/revoke`)).text();
    expect(asked).toContain("Revoke “&lt;u&gt;x”?");
    expect(await statusWith(secret)).toBe(200);
    const revoked = await owner.post(`${path}/revoke`, fieldsOf(asked, `${path}/revoke`));
    expect([revoked.status, revoked.headers.get("Location")]).toEqual([303, "/keys?notice=revoked"]);
    expect(await statusWith(secret)).toBe(401);
    expect(await (await owner.get("/keys?notice=revoked")).text()).toContain(
      "The key is revoked. The next call with it is refused.",
    );
  });

  it("of what has ended has no forms, and a form that was left open is refused with a reason", async () => {
    const owner = await newOwner();
    const { id } = await keyOf(owner, {});
    const path = `/keys/${id}`;
    const open = await (await owner.get(path)).text();
    await revokeApiKey(server, id, now);
    const [{ revoked_at: revokedAt } = { revoked_at: null }] = await keysOf(owner);
    for (const action of [path, `${path}/rotate`]) {
      const refused = await owner.post(action, fieldsOf(open, action));
      const html = await refused.text();
      expect(refused.status, action).toBe(409);
      expect(html).toMatch(/role="alert">The key \S+ is revoked\./);
      expect(html).not.toContain(`action="${path}`);
    }
    const asked = await owner.get(`${path}/revoke`);
    expect([asked.status, asked.headers.get("Location")]).toEqual([303, path]);
    await owner.post(`${path}/revoke`, []);
    expect(await keysOf(owner)).toMatchObject([{ revoked_at: revokedAt }]);
  });

  it("is not there for another owner, who changes nothing, as for a key that never was", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const secret = secretIn(await (await createWith(owner, [])).text());
    const before = await keysOf(owner);
    for (const id of [before[0]?.id ?? "", "key_0000000000000000000000", "..%2Fkeys", "<b>"]) {
      const path = `/keys/${encodeURIComponent(id)}`;
      const named: Fields = [
        ["name", "mine"],
        ["scopes", "text:analyze"],
      ];
      const answers = [
        await stranger.get(path),
        await stranger.post(path, named),
        await stranger.post(`${path}/rotate`, [["grace_seconds", "0"]]),
        await stranger.get(`${path}/revoke`),
        await stranger.post(`${path}/revoke`, []),
      ];
      for (const answer of answers) {
        expect(answer.status, id).toBe(404);
        const html = await answer.text();
        expect(html).toContain("<!doctype html>");
        expect(html).not.toContain("<b>");
      }
    }
    expect(await keysOf(owner)).toEqual(before);
    expect(await statusWith(secret)).toBe(200);
  });
});
