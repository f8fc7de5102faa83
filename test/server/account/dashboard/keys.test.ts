import { revokeApiKey, rotateApiKey, setRole } from "@tools-api/core/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { createWith, keyOf, keysOf, lineIn, secretIn, statusWith } from "./owner-keys.ts";
import { fieldsOf, followCurl, openOwnerPages, withFields, wordsOf } from "./owner-pages.ts";
import { callScopes, everyScope } from "../../../scopes.ts";
import { defineTool, imageConverter } from "@tools-api/core/tools";
import { z } from "zod";

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

describe("the list of keys", () => {
  it("shows every key of the API with its state in words, active keys first", async () => {
    const owner = await newOwner();
    const ends = { active: now + 8 * day, soon: now + 7 * day, past: now + hour };
    await keyOf(server, owner, { name: "active", expiresAt: ends.active }, now);
    await keyOf(server, owner, { name: "soon", expiresAt: ends.soon, dailyLimit: 12_345 }, now);
    await keyOf(
      server,
      owner,
      { name: "past", expiresAt: ends.past, scopes: ["usage:read", "account:read"] },
      now,
    );
    const rotated = await keyOf(server, owner, { name: "rotated", scopes: everyScope }, now);
    await rotateApiKey(server, rotated.id, { graceSeconds: 2 * 3600 }, { at: now });
    await revokeApiKey(server, (await keyOf(server, owner, { name: "revoked" }, now)).id, now);
    now += hour;

    const html = await (await owner.get("/keys")).text();
    const live = html;
    const ended = await (await owner.get("/ended-keys")).text();
    const rowsOf = (part: string) =>
      [...part.matchAll(/<tr><th scope="row">([\s\S]*?)<\/tr>/g)].map(([, row = ""]) => wordsOf(row));
    expect(rowsOf(live).toSorted()).toEqual([
      expect.stringMatching(
        /^active tk_live_\S+ Active all calls plan’s limit never in \d days ⋯ Edit or rotate View usage View requests Revoke$/,
      ),
      expect.stringMatching(
        /^rotated tk_live_\S+ Active Rotated; the previous secret works until \w{3} \d+, \d{4}, \S+ UTC all calls, account:read, account:write plan’s limit never never ⋯ Edit or rotate /,
      ),
      expect.stringMatching(/^soon tk_live_\S+ Expires soon all calls 12,345 never in 6 days ⋯ /),
    ]);
    expect(rowsOf(ended).toSorted()).toEqual([
      expect.stringMatching(/^past tk_live_\S+ Expired usage:read, account:read plan’s limit /),
      expect.stringMatching(/^revoked tk_live_\S+ Revoked all calls plan’s limit /),
    ]);
    expect(html).toContain('href="/ended-keys"');
    const links = [...(html + ended).matchAll(/href="\/keys\/(key_\w+)"/g)].map(([, id]) => id);
    const linked = [...new Set(links)];
    expect(new Set(linked)).toEqual(new Set((await keysOf(owner)).map(({ id }) => id)));
    expect(linked).toHaveLength(5);
    now += hour;
    expect(await (await owner.get("/keys")).text()).not.toContain("the previous secret works");
  });
});

describe("a key's page", () => {
  it("renames the key, reduces its scopes and sets its limit, and confirms the change", async () => {
    const owner = await newOwner();
    const { id } = await keyOf(server, owner, { name: "old" }, now);
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
    expect(shown).toContain('role="status">You changed the key. The change applies from its next call.');
    expect(shown).toContain("<h1>&lt;b&gt;&quot;new&quot;&lt;/b&gt; &amp; co</h1>");
    expect(shown).not.toContain("<b>");
    await owner.post(path, withFields(fieldsOf(shown, path), [["daily_limit", ""]]));
    expect(await keysOf(owner)).toMatchObject([{ name: '<b>"new"</b> & co', daily_limit: null }]);
  });

  it("creates a new secret, shows it in one response, and keeps the current secret for the grace period", async () => {
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
    expect(html).toContain(`The previous secret works until ${end.slice(0, 10)} ${end.slice(11, 19)} UTC`);
    expect([await statusWith(server, before), await statusWith(server, secret)]).toEqual([200, 200]);

    const again = await owner.post(`${path}/rotate`, form);
    expect([again.status, again.headers.get("Location")]).toEqual([303, `${path}?notice=rotated-before`]);
    const shown = await (await owner.get(`${path}?notice=rotated-before`)).text();
    expect(shown).not.toContain(secret);
    expect(shown).toContain("You already sent this form");
    now += hour;
    expect([await statusWith(server, before), await statusWith(server, secret)]).toEqual([401, 200]);

    const atOnce = withFields(fieldsOf(shown, `${path}/rotate`), [["grace_seconds", "0"]]);
    const last = secretIn(await (await owner.post(`${path}/rotate`, atOnce)).text());
    expect([await statusWith(server, secret), await statusWith(server, last)]).toEqual([401, 200]);
  });

  it("revokes the key after a confirmation, and the next call is rejected", async () => {
    const owner = await newOwner();
    const secret = secretIn(await (await createWith(owner, [["name", "<u>x"]])).text());
    const [{ id } = { id: "" }] = await keysOf(owner);
    const path = `/keys/${id}`;
    const asked = await (await owner.get(`${path}/revoke`)).text();
    expect(asked).toContain("Revoke “&lt;u&gt;x”?");
    expect(await statusWith(server, secret)).toBe(200);
    const revoked = await owner.post(`${path}/revoke`, fieldsOf(asked, `${path}/revoke`));
    expect([revoked.status, revoked.headers.get("Location")]).toEqual([303, "/keys?notice=revoked"]);
    expect(await statusWith(server, secret)).toBe(401);
    expect(await (await owner.get("/keys?notice=revoked")).text()).toContain(
      "You revoked the key. The server rejects it from the next call.",
    );
  });

  it("has no forms for an ended key, and rejects a form that was opened before with a reason", async () => {
    const owner = await newOwner();
    const { id } = await keyOf(server, owner, {}, now);
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
});

describe("a new key", () => {
  it("is shown in exactly one response, even if the form is sent again", async () => {
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
    expect(await statusWith(server, secret)).toBe(200);
  });

  it.each([...callScopes, "account:read"])("has a curl line that its only scope %s allows", async (scope) => {
    const owner = await newOwner();
    const html = await (await createWith(owner, [["scopes", scope]])).text();
    const called = await followCurl(server, lineIn(html) ?? "");
    expect(called.status, await called.text()).toBe(200);
    expect(await keysOf(owner)).toMatchObject([{ scopes: [scope] }]);
  });

  it("has a curl line for a tool of the host, whatever its example contains", async () => {
    const quote = defineTool({
      name: "quote",
      scope: "text:quote",
      consent: "Quote texts",
      summary: "Returns a text.",
      request: z.strictObject({ text: z.string() }),
      response: z.object({ text: z.string() }),
      examples: [{ request: { text: "It's 5 o'clock: $HOME, `id`, \"a\" and \\ !" } }],
      run: ({ text }) => ({ text }),
    });
    const own = managementServer({ now: () => now, tools: [imageConverter(), quote] });
    const owner = await openOwnerPages(own, { now });
    const html = await (await createWith(owner, [])).text();
    const called = await followCurl(own, lineIn(html) ?? "");
    expect([called.status, await called.json()]).toEqual([200, quote.examples[0].request]);
  });

  it("has no curl line if its only scope is account:write", async () => {
    const owner = await newOwner();
    const html = await (await createWith(owner, [["scopes", "account:write"]])).text();
    expect(secretIn(html)).not.toBe("");
    expect(lineIn(html)).toBeUndefined();
  });

  it("works until the end of its last day in UTC, and at most as often as its limit", async () => {
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
    expect([
      await statusWith(server, secret),
      await statusWith(server, secret),
      await statusWith(server, secret),
    ]).toEqual([200, 200, 429]);
    now = end - 1;
    expect(await statusWith(server, secret)).toBe(200);
    now = end;
    expect(await statusWith(server, secret)).toBe(401);
  });

  it("can have the scope operator only if its owner is an operator", async () => {
    const owner = await newOwner();
    expect(await (await owner.get("/new-key")).text()).not.toContain('value="operator"');
    await setRole(server, owner.account, "operator", now);
    const fields = fieldsOf(await (await owner.get("/new-key")).text(), "/keys");
    expect(fields).not.toContainEqual(["scopes", "operator"]);
    await owner.post("/keys", [...fields, ["scopes", "operator"]]);
    expect(await keysOf(owner)).toMatchObject([{ scopes: [...callScopes, "operator"] }]);
  });

  it("is not created from invalid fields, and the form reports all errors with the entered values", async () => {
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
      "Enter a name of 1 to 100 characters.",
      "Choose today or a later day.",
      "Enter a whole number of 1 or more, or leave the field empty.",
      "Choose at least one scope.",
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
  ])("is not created with %s of %j", async (name, value) => {
    const owner = await newOwner();
    const answer = await createWith(owner, [[name, value]]);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(`id="${name}-error"`);
    expect(await keysOf(owner)).toEqual([]);
  });

  it("is rejected for an account with 100 active keys, and the form explains it", async () => {
    const owner = await newOwner();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => keyOf(server, owner, { name: `key ${index}` }, now)),
    );
    now += 1000;
    const answer = await createWith(owner, []);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toMatch(
      /role="alert">The account already has 100 API keys, the maximum. Revoke a key first./,
    );
    const first = await (await owner.get("/keys")).text();
    const [, next = ""] = /href="(\/keys\?after=[^"]+)"/.exec(first) ?? [];
    const list = first + (await (await owner.get(next)).text());
    expect([...list.matchAll(/badge good/g)]).toHaveLength(100);
    const found = async (query: string) => {
      const html = await (await owner.get(`/keys?query=${encodeURIComponent(query)}`)).text();
      return [...html.matchAll(/<th scope="row"><a href="\/keys\/(\w+)">(.*?)</g)].map(([, , name]) => name);
    };
    const [one] = await keysOf(owner);
    const named = Array.from({ length: 10 }, (_, index) => `key 9${index}`);
    expect(new Set(await found("KEY 9"))).toEqual(new Set(["key 9", ...named]));
    expect([await found(one?.id ?? ""), await found(one?.prefix ?? "")]).toEqual([[one?.name], [one?.name]]);
    expect(await found("none")).toEqual([]);
  });
});
