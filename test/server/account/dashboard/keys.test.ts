import { revokeApiKey, rotateApiKey } from "@tools-api/core/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { createWith, keyOf, keysOf, lineIn, secretIn, statusWith } from "./owner-keys.ts";
import { fieldsOf, followCurl, openOwnerPages, withFields, wordsOf } from "./owner-pages.ts";
import { everyScope } from "../../../scopes.ts";

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
    await rotateApiKey(server, rotated.id, { graceSeconds: 2 * 3600 }, now);
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
