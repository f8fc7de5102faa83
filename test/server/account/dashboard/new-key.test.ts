import { setRole } from "@tools-api/core/accounts";
import { defineTool, imageConverter } from "@tools-api/core/tools";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { createWith, keyOf, keysOf, lineIn, secretIn, statusWith } from "./owner-keys.ts";
import { fieldsOf, followCurl, openOwnerPages, withFields, wordsOf } from "./owner-pages.ts";
import { callScopes } from "../../../scopes.ts";

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
  });
});
