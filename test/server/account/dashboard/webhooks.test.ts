import { getWebhookEndpoint, listWebhookEndpoints, operatorOwner } from "@tools-api/core/webhooks";
import { recordDelivery } from "@tools-api/core/internal";
import { setRole } from "@tools-api/core/accounts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textOf, wordsOf } from "./owner-pages.ts";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../../account-server.ts";

const password = "correct horse battery";
let server: AccountServer;
let browser: Browser;
let account: string;

async function signedIn(email: string): Promise<{ browser: Browser; account: string }> {
  const { id } = await server.account(email, password);
  const visitor = openBrowser(server.url);
  expect((await visitor.post("/sign-in", { email, password })).status).toBe(303);
  return { browser: visitor, account: id };
}

beforeEach(async () => {
  server = await startAccounts({ webhooks: { fetchUrls: "off" } });
  // The first account is an operator.
  await server.account("first@example.com", password);
  ({ browser, account } = await signedIn("ada@example.com"));
});
afterEach(() => server.close());

/** Returns the hidden key of a form on a page. */
async function formKey(path: string): Promise<string> {
  const html = await (await browser.get(path)).text();
  return /name="key" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

const url = "https://hooks.example.com/in";

describe.each([
  ["the dashboard", "/webhooks", () => account],
  ["the console", "/operator/endpoints", () => operatorOwner],
])("the pages of webhook endpoints in %s", (_, path, ownerOf) => {
  beforeEach(async () => {
    if (ownerOf() === operatorOwner) await setRole(server, account, "operator", Date.now());
  });

  async function create(): Promise<string> {
    expect((await browser.post(path, { url, events: "*", key: await formKey(path) })).status).toBe(200);
    return (await listWebhookEndpoints(server.documents, ownerOf()))[0]?.id ?? "";
  }

  it("create an endpoint once for a form, and show its secret once", async () => {
    const fields = { url, events: "key.created", key: await formKey(path) };
    const shown = await (await browser.post(path, fields)).text();
    expect(shown).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
    const again = await browser.post(path, fields);
    const [endpoint, ...others] = await listWebhookEndpoints(server.documents, ownerOf());
    expect(again.headers.get("location")).toBe(`${path}/${endpoint?.id}?notice=made-before`);
    expect(others).toEqual([]);
    expect(endpoint).toMatchObject({ url, events: ["key.created"] });
    for (const page of [path, `${path}/${endpoint?.id}`]) {
      const html = await (await browser.get(page)).text();
      expect(html).toContain(url);
      expect(html).not.toContain("whsec_");
    }
  });

  it("show a rejected form with the typed values and a sentence for each field", async () => {
    const typed = "http://hooks.example.com/in";
    const response = await browser.post(path, { url: typed, key: await formKey(path) });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain(`value="${typed}"`);
    expect(html).toContain("Choose at least one event.");
    const other = await (await browser.post(path, { url: typed, events: "*" })).text();
    expect(other).toContain("Enter an https URL on the default port");
  });

  it("change, rotate, test and delete an endpoint", async () => {
    const id = await create();
    const one = `${path}/${id}`;
    const changed = await browser.post(one, { url: `${url}/2`, events: "plan.changed" });
    expect(changed.headers.get("location")).toBe(`${one}?notice=changed`);
    const stored = () => getWebhookEndpoint(server.documents, { owner: ownerOf(), id });
    expect(await stored()).toMatchObject({ url: `${url}/2`, events: ["plan.changed"], enabled: false });
    expect(await (await browser.get(one)).text()).not.toContain("Send test event");
    await browser.post(one, { url, events: "*", enabled: "true" });
    expect(await (await browser.get(one)).text()).toContain("Send test event");
    // Of two at once, one is too soon.
    const both = await Promise.all([browser.post(`${one}/send`, {}), browser.post(`${one}/send`, {})]);
    const [sent, soon] = both.toSorted((a, b) => a.status - b.status);
    expect(sent?.headers.get("location")).toBe(`${one}?notice=sent`);
    expect([soon?.status, await soon?.text()]).toEqual([429, expect.stringContaining("Try again.")]);
    const rotated = await browser.post(`${one}/rotate`, { key: await formKey(one) });
    expect(await rotated.text()).toMatch(/whsec_/);
    expect(await stored()).toMatchObject({ generation: 2 });
    expect(await (await browser.get(`${one}/delete`)).text()).toContain("Delete endpoint permanently");
    const deleted = await browser.post(`${one}/delete`, {});
    expect(deleted.headers.get("location")).toBe(`${path}?notice=deleted`);
    expect(await listWebhookEndpoints(server.documents, ownerOf())).toEqual([]);
    expect((await browser.get(one)).status).toBe(404);
  });

  it("list each event with its newest attempt, and show its payload, attempts and next attempt", async () => {
    const id = await create();
    const at = Date.now();
    const attempt = { event: "msg_1", type: "key.created", eventAt: at, at, attempt: 3, durationMs: 12 };
    const outcome = { status: 503, error: null, data: { key: "key_1" } };
    const record = (changes: object) =>
      recordDelivery(
        server.documents,
        { owner: ownerOf(), endpoint: id },
        { ...attempt, ...outcome, ...changes },
      );
    await record({ at: at - 1000, attempt: 2, status: 500 });
    await record({});
    await record({ event: "msg_2", data: {} });
    const list = await (await browser.get(`${path}/${id}`)).text();
    expect(wordsOf(list)).toMatch(/key\.created msg_1 .*? Status 503 2 /);
    expect(list).not.toContain("Status 500");
    const event = `${path}/${id}/events/msg_1`;
    expect(list).toContain(`href="${event}"`);
    const html = await (await browser.get(event)).text();
    expect(wordsOf(html)).toMatch(/Next attempt None .*Status 503 3 12 ms .*Status 500 2 12 ms/);
    expect(textOf(html.replaceAll(/<[^>]*>/g, ""))).toContain(
      JSON.stringify(
        { type: "key.created", timestamp: new Date(at).toISOString(), data: { key: "key_1" } },
        null,
        2,
      ),
    );
    expect((await browser.get(`${path}/${id}/events/msg_3`)).status).toBe(404);
    const delivery = /name="delivery" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const again = await browser.post(`${path}/${id}/send`, { delivery });
    expect(again.headers.get("location")).toBe(`${path}/${id}?notice=sent`);
    const due = await server.documents.list(`outbox/due/webhook.${ownerOf()}.${id}/`, { limit: 10 });
    expect(due).toHaveLength(1);
    expect(wordsOf(await (await browser.get(event)).text())).not.toContain("Next attempt None");
  });
});
