import { queueRunner, recordDelivery } from "@tools-api/core/internal";
import { dayMs, hourMs } from "@tools-api/core/internal/time";
import { sessionSecret } from "@tools-api/core/accounts";
import { deliverDue, type OutboxMessage, type QueueOptions } from "@tools-api/core/outbox";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { eventChannel, listWebhookDeliveries, webhookDispatcher } from "@tools-api/core/webhooks";
import { reportByMail, webhookQueue, type WebhookQueueOptions } from "@tools-api/server";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import {
  answerOf,
  expectRefusal,
  type ManagementServer,
  managementServer,
  type Owner,
} from "../management-server.ts";
import { startReceiver, type WebhookReceiver } from "../webhook-receiver.ts";

interface Endpoint {
  id: string;
  secret: string;
  enabled: boolean;
  is_gone: boolean;
}

interface Delivery {
  id: string;
  event: string;
  type: string;
  attempt: number;
  succeeded: boolean;
  status: number | null;
  error: string | null;
}

let now: number;
let receiver: WebhookReceiver;
let server: ManagementServer;
let owner: Owner;

/** Starts a server that may send webhooks to the receiver. */
async function start() {
  receiver = await startReceiver();
  const clock = { now: () => now };
  server = managementServer({
    now: () => now,
    stores: { documents: memoryDocuments({ clock }), usage: memoryUsage() },
    fetchUrls: [receiver.host],
  });
  owner = await server.owner();
}

beforeEach(async () => {
  now = Date.now();
  await start();
});

async function create(fields: Record<string, unknown> = {}, as = owner): Promise<Endpoint> {
  const body = { url: receiver.url, ...fields };
  return answerOf<Endpoint>(await server.call("POST /account/webhooks", { as, body }), 201);
}

/** Delivers everything that is due, as the worker of a server does. */
async function deliver(options: Partial<WebhookQueueOptions & QueueOptions> = {}): Promise<void> {
  const { documents } = server;
  const channels = { [eventChannel]: webhookDispatcher({ documents }) };
  const onFailure = ({ error }: { error: unknown }) => {
    throw error;
  };
  while ((await deliverDue({ documents, channels, onFailure }, now)) > 0);
  const queue = webhookQueue({
    documents,
    secret: () => sessionSecret(documents),
    fetchUrls: [receiver.host],
    now: () => now,
    ...options,
  });
  const runner = queueRunner({ ...queue, ...options });
  await runner.look();
  await runner.idle();
}

async function deliveries({ id }: Endpoint, as = owner): Promise<Delivery[]> {
  const path = `GET /account/webhooks/${id}/deliveries`;
  return (await answerOf<{ items: Delivery[] }>(await server.call(path, { as }))).items;
}

const createKey = (name = "ci", as = owner) => server.call("POST /account/keys", { as, body: { name } });

describe("a webhook", () => {
  it("is verified by the official library, and has the type, the time and the data of the event", async () => {
    const { secret } = await create();
    const { id } = await answerOf<{ id: string }>(await createKey(), 201);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [message] = receiver.received;
    const event = new Webhook(secret).verify(message?.body ?? "", message?.headers ?? {});
    expect(event).toEqual({
      type: "key.created",
      timestamp: new Date(now).toISOString(),
      data: {
        account_id: owner.account.id,
        id,
        name: "ci",
        scopes: expect.any(Array),
        daily_limit: null,
        expires_at: null,
      },
    });
    expect(message?.headers["content-type"]).toBe("application/json");
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it("is signed with both secrets for 24 hours after a rotation, then with the new one only", async () => {
    const endpoint = await create();
    const path = `POST /account/webhooks/${endpoint.id}/rotate`;
    const rotated = await answerOf<Endpoint>(await server.call(path, { as: owner }));
    expect(rotated.secret).not.toBe(endpoint.secret);
    const verifies = ({ secret }: Endpoint) => {
      const { body = "", headers = {} } = receiver.received.at(-1) ?? {};
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    };
    await createKey();
    await deliver();
    expect([verifies(endpoint), verifies(rotated)]).toEqual([true, true]);
    expect(receiver.received.at(-1)?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    now += dayMs;
    await createKey();
    await deliver();
    expect(receiver.received).toHaveLength(2);
    const [signature, ...others] = receiver.received.at(-1)?.headers["webhook-signature"]?.split(" ") ?? [];
    const { "webhook-id": id = "" } = receiver.received.at(-1)?.headers ?? {};
    const signed = new Webhook(rotated.secret).sign(id, new Date(now), receiver.received.at(-1)?.body ?? "");
    expect([signature, others]).toEqual([signed, []]);
  });

  it("is repeated under the same webhook-id until a response of 2xx, and every attempt is listed", async () => {
    const endpoint = await create();
    receiver.respond = () => (receiver.received.length < 3 ? 500 : 200);
    await createKey();
    for (let attempt = 0; attempt < 5; attempt++) {
      await deliver();
      now += hourMs;
    }
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const listed = await deliveries(endpoint);
    expect(listed.map(({ attempt, status, succeeded }) => [attempt, status, succeeded])).toEqual([
      [3, 200, true],
      [2, 500, false],
      [1, 500, false],
    ]);
  });

  it("that gets status 410 disables its endpoint, which gets no further event until it is enabled", async () => {
    const endpoint = await create();
    receiver.respond = () => 410;
    await createKey("first");
    await deliver();
    await createKey("second");
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const path = `/account/webhooks/${endpoint.id}`;
    const read = async () => answerOf<Endpoint>(await server.call(`GET ${path}`, { as: owner }));
    expect(await read()).toMatchObject({ enabled: false, is_gone: true });
    await expectRefusal(await server.call(`POST ${path}/test`, { as: owner }), 409, "conflict");
    await server.call(`PATCH ${path}`, { as: owner, body: { enabled: true } });
    expect(await read()).toMatchObject({ enabled: true, is_gone: false });
    receiver.respond = () => 204;
    now += 1000;
    await createKey("third");
    await deliver();
    expect(receiver.received.map(({ event }) => event.data["name"])).toEqual(["first", "third"]);
  });

  it.each([
    ["seconds", "120", 120],
    ["a date", () => new Date(now + 600_000).toUTCString(), 599],
    ["more than a day", "999999", 86_400],
  ])("is not repeated, and no other is sent, before Retry-After in %s", async (_, field, seconds) => {
    await create();
    const { documents } = server;
    const queue = webhookQueue({
      documents,
      secret: () => sessionSecret(documents),
      fetchUrls: [receiver.host],
      now: () => now,
    });
    const runner = queueRunner(queue);
    const channels = { [eventChannel]: webhookDispatcher({ documents }) };
    const look = async () => {
      await deliverDue({ documents, channels }, now);
      await runner.look();
      await runner.idle();
    };
    receiver.respond = () => 429;
    receiver.headers = { "Retry-After": typeof field === "string" ? field : field() };
    await createKey("first");
    await look();
    now += (seconds - 1) * 1000;
    receiver.respond = () => 204;
    await createKey("second");
    await look();
    expect(receiver.received).toHaveLength(1);
    for (let minute = 0; minute < 5; minute++) {
      now += 60_000;
      await look();
    }
    expect(receiver.received).toHaveLength(3);
  });

  it("that no receiver acknowledges for three days disables its endpoint, and the owner gets one mail", async () => {
    const { documents } = server;
    const { id } = await create();
    const path = `/account/webhooks/${id}`;
    const read = async () =>
      answerOf<Endpoint & { failing_since: string | null }>(await server.call(`GET ${path}`, { as: owner }));
    const mails: string[] = [];
    const mail = ({ type, data }: OutboxMessage) => {
      if (type === "webhook.disabled") mails.push(data["id"] as string);
      return Promise.resolve();
    };
    const passHours = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        await deliver({ report: reportByMail });
        await deliverDue({ documents, channels: { mail } }, now);
        now += hourMs;
      }
    };
    receiver.respond = () => 500;
    await createKey();
    await passHours(48);
    expect(await read()).toMatchObject({ enabled: true, failing_since: expect.any(String) });
    await passHours(26);
    expect(await read()).toMatchObject({ enabled: false, is_gone: false, failing_since: expect.any(String) });
    await createKey("unsent");
    await passHours(30);
    expect(mails).toEqual([id]);
    const page = await server.call(`POST /webhooks/${id}/enable`, { as: owner });
    expect(page.status).toBe(303);
    expect(await read()).toMatchObject({ enabled: true, failing_since: null });
    receiver.respond = () => 204;
    await createKey("later");
    await deliver();
    expect(receiver.received.at(-1)?.event.data["name"]).toBe("later");
  });

  it("does not follow a redirect", async () => {
    const endpoint = await create();
    const other = await startReceiver();
    receiver.respond = () => 307;
    receiver.headers = { Location: other.url };
    await createKey();
    await deliver({ fetchUrls: [receiver.host, other.host] });
    expect([receiver.received.length, other.received.length]).toEqual([1, 0]);
    expect(await deliveries(endpoint)).toMatchObject([{ status: 307, succeeded: false }]);
  });

  it("reports a receiver that does not respond in time, or does not exist, without the reason", async () => {
    const endpoint = await create();
    receiver.respond = () => null;
    await createKey();
    await deliver({ deadlineMs: 100 });
    await server.call(`PATCH /account/webhooks/${endpoint.id}`, {
      as: owner,
      body: { url: "https://nowhere.invalid/" },
    });
    now += hourMs;
    await deliver();
    expect(await deliveries(endpoint)).toMatchObject([
      { status: null, error: "connection_failed" },
      { status: null, error: "timeout" },
    ]);
  });

  it.each([
    ["loopback", ["127.0.0.1"]],
    ["one public and one private address, as DNS rebinding returns", ["93.184.215.14", "127.0.0.1"]],
  ])("is not sent to a host that resolves to %s", async (_, addresses) => {
    const endpoint = await create({ url: "https://rebinding.example/" });
    await createKey();
    await deliver({ resolve: () => Promise.resolve(addresses) });
    expect(await deliveries(endpoint)).toMatchObject([{ status: null, error: "connection_failed" }]);
    expect(receiver.received).toEqual([]);
  });

  it("to a slow receiver of one account does not delay another account", async () => {
    const other = await server.owner();
    const fast = await startReceiver();
    for (let index = 0; index < 10; index++) await create();
    const hosts = [receiver.host, fast.host];
    server = managementServer({ now: () => now, stores: server, fetchUrls: hosts });
    await create({ url: fast.url }, other);
    receiver.respond = () => null;
    for (let index = 0; index < 3; index++) await createKey(`slow ${index}`);
    await createKey("fast", other);
    const running = deliver({ fetchUrls: hosts, slots: 4, deadlineMs: 60_000 });
    await expect.poll(() => fast.received.length, { timeout: 60_000 }).toBe(1);
    // Two queues of the account are in progress, and each waits for its first message.
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    receiver.respond = () => 204;
    receiver.release();
    await running;
  });
});

describe("webhook endpoints", () => {
  it("are at most ten for an account, however many are created in parallel", async () => {
    const responses = await Promise.all(
      Array.from({ length: 15 }, () =>
        server.call("POST /account/webhooks", { as: owner, body: { url: receiver.url } }),
      ),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it("of one account get no event of another, and answer no other owner", async () => {
    const endpoint = await create();
    const other = await server.owner();
    await createKey("other", other);
    await deliver();
    expect(receiver.received).toEqual([]);
    const path = `/account/webhooks/${endpoint.id}`;
    for (const call of [
      `GET ${path}`,
      `PATCH ${path}`,
      `DELETE ${path}`,
      `POST ${path}/rotate`,
      `POST ${path}/test`,
      `GET ${path}/deliveries`,
      `POST ${path}/deliveries/dlv_1/redeliver`,
    ])
      await expectRefusal(await server.call(call, { as: other }), 404, "not_found");
    expect(await answerOf(await server.call("GET /account/webhooks", { as: other }))).toEqual({
      items: [],
      next: null,
    });
  });

  it("of the operator get the events of all accounts, and only an operator can read or change them", async () => {
    const operator = await server.operator();
    const body = { url: receiver.url, events: ["key.created", "account.suspended", "account.reactivated"] };
    const made = await server.call("POST /operator/webhooks", { as: operator, body });
    const { id, secret } = await answerOf<Endpoint>(made, 201);
    await createKey();
    const account = `/operator/accounts/${owner.account.id}`;
    await server.call(`POST ${account}/suspend`, { as: operator, body: { reason: "Leaked." } });
    await server.call(`POST ${account}/reactivate`, { as: operator });
    await deliver();
    expect(receiver.received.map(({ event }) => event.type).toSorted()).toEqual([
      "account.reactivated",
      "account.suspended",
      "key.created",
    ]);
    for (const { event } of receiver.received) expect(event.data["account_id"]).toBe(owner.account.id);
    for (const { body: text, headers } of receiver.received) new Webhook(secret).verify(text, headers);
    const path = `/operator/webhooks/${id}`;
    await answerOf(await server.call(`GET ${path}/deliveries`, { bearer: operator.key }));
    for (const call of ["GET /operator/webhooks", `GET ${path}`, `DELETE ${path}`, `POST ${path}/rotate`])
      await expectRefusal(await server.call(call, { as: owner }), 403, "insufficient_scope");
    await expectRefusal(await server.call(`GET /account/webhooks/${id}`, { as: operator }), 404, "not_found");
    await answerOf(await server.call(`DELETE ${path}`, { as: operator }), 204);
  });

  it.each([
    ["http, to a host that the operator does not allow", "http://example.com/", "received http"],
    ["another port", "https://example.com:8443/", "received port 8443"],
    ["user information", "https://ada:secret@example.com/", "without user information"],
    ["more than 500 characters", `https://example.com/${"x".repeat(500)}`, "at most 500 characters"],
  ])("with a URL with %s are refused", async (_, url, words) => {
    const response = await server.call("POST /account/webhooks", { as: owner, body: { url } });
    const { message, errors } = await expectRefusal(response, 422, "invalid_parameter");
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["#/url"]);
    expect(message).toContain(words);
  });

  it("are created and rotated once for an Idempotency-Key, and their secrets appear once", async () => {
    const headers = { "Idempotency-Key": "once" };
    const send = () =>
      server.call("POST /account/webhooks", { as: owner, headers, body: { url: receiver.url } });
    const first = await answerOf<Endpoint>(await send(), 201);
    const second = await answerOf<Endpoint>(await send(), 201);
    expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect([second.id, second.secret]).toEqual([first.id, undefined]);
    const rotate = () =>
      server.call(`POST /account/webhooks/${first.id}/rotate`, {
        as: owner,
        headers: { "Idempotency-Key": "two" },
      });
    expect((await answerOf<Endpoint>(await rotate())).secret).not.toBe(first.secret);
    expect((await answerOf<Endpoint>(await rotate())).secret).toBeUndefined();
    const stored = JSON.stringify(await server.documents.list("", { limit: 1000 }));
    expect(stored).not.toContain(first.secret.slice("whsec_".length));
    const listed = await server.call("GET /account/webhooks", { as: owner });
    expect(await listed.text()).not.toContain("whsec_");
  });

  it("need the scope account:read in addition to account:write for a new endpoint", async () => {
    const writer = await server.owner({ scopes: ["account:write"] });
    const body = { url: receiver.url };
    const refused = await server.call("POST /account/webhooks", { bearer: writer.key, body });
    await expectRefusal(refused, 403, "insufficient_scope");
    await answerOf(await server.call("POST /account/webhooks", { bearer: owner.key, body }), 201);
  });

  it("log their creation, change, rotation and deletion without the path of the URL", async () => {
    const { id } = await create({ url: `${receiver.url}/token-in-path` });
    const path = `/account/webhooks/${id}`;
    await server.call(`PATCH ${path}`, { as: owner, body: { events: ["key.created"] } });
    await server.call(`POST ${path}/rotate`, { as: owner });
    await answerOf(await server.call(`DELETE ${path}`, { as: owner }), 204);
    const audit = await answerOf<{ items: { action: string; target: string }[] }>(
      await server.call("GET /account/audit", { as: owner }),
    );
    const ofEndpoint = audit.items.filter(({ target }) => target === id);
    expect(ofEndpoint.map(({ action }) => action).toSorted()).toEqual([
      "webhook.changed",
      "webhook.created",
      "webhook.deleted",
      "webhook.rotated",
    ]);
    expect(JSON.stringify(audit)).not.toContain("token-in-path");
  });
});

describe("deliveries", () => {
  it("are sent again by hand under the same webhook-id, at most once in two seconds", async () => {
    const endpoint = await create();
    await createKey();
    await deliver();
    const [delivery] = await deliveries(endpoint);
    now += 10_000;
    const path = `POST /account/webhooks/${endpoint.id}/deliveries/${delivery?.id}/redeliver`;
    expect(await answerOf(await server.call(path, { as: owner }))).toEqual({ event: delivery?.event });
    await expectRefusal(await server.call(path, { as: owner }), 429, "too_many_attempts");
    await deliver();
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([delivery?.event, delivery?.event]);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    expect(await deliveries(endpoint)).toHaveLength(2);
  });

  it("are the latest 100 attempts of each endpoint, and end after 30 days", async () => {
    const endpoint = await create();
    const outcome = {
      type: "webhook.test",
      eventAt: now,
      attempt: 1,
      durationMs: 1,
      status: 204,
      error: null,
      data: {},
    };
    for (let index = 0; index < 103; index++)
      await recordDelivery(
        server.documents,
        { owner: owner.account.id, endpoint: endpoint.id },
        { ...outcome, event: `msg_${index}`, at: (now += 10_000) },
      );
    const listed = await deliveries(endpoint);
    expect(listed.map(({ event }) => event)).toEqual(
      Array.from({ length: 100 }, (_, index) => `msg_${102 - index}`),
    );
    now += 31 * dayMs;
    expect(
      await listWebhookDeliveries(server.documents, { owner: owner.account.id, endpoint: endpoint.id }),
    ).toEqual([]);
  });

  it("and endpoints are in the export without secrets, and are erased when the account is closed", async () => {
    const endpoint = await create();
    await createKey();
    await deliver();
    receiver.respond = () => 500;
    await createKey();
    await deliver();
    const exported = await (await server.call("GET /account/export", { as: owner })).text();
    // The schema of the export is checked by its own tests.
    const { webhooks } = JSON.parse(exported) as {
      webhooks: { endpoints: { id: string }[]; deliveries: { endpoint: string }[] };
    };
    expect(webhooks.endpoints).toMatchObject([{ id: endpoint.id, url: receiver.url }]);
    expect(webhooks.deliveries.map((delivery) => delivery.endpoint)).toEqual([endpoint.id, endpoint.id]);
    expect(exported).not.toContain("whsec_");
    await answerOf(await server.call("DELETE /account", { as: owner }), 204);
    for (const prefix of [
      "webhooks/",
      "webhook-deliveries/",
      "webhook-delivery-counts/",
      "outbox/due/webhook",
    ])
      expect(await server.documents.list(prefix, { limit: 1 }), prefix).toEqual([]);
    now += hourMs;
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });
});
