import { recordFailedPayment } from "@tools-api/core/billing";
import { defaultPlans } from "@tools-api/core";
import { sessionSecret } from "@tools-api/core/accounts";
import { eventChannel, reportByWebhook, webhookDispatcher, webhookEvents } from "@tools-api/core/webhooks";
import { startOutboxWorker, webhookQueue } from "@tools-api/server";
import { Webhook } from "standardwebhooks";
import { expect, it, onTestFinished } from "vitest";
import { newSqliteFile } from "../../adapters/storage/sqlite-file.ts";
import { answerOf, managementServer } from "../management-server.ts";
import { startReceiver } from "../webhook-receiver.ts";

it("every type of event arrives exactly with its change, from a server on SQLite to a verified receiver", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const documents = await file.documents();
  const usage = await file.usage();
  const receiver = await startReceiver();
  const server = managementServer({ stores: { documents, usage }, fetchUrls: [receiver.host] });
  const [owner, operator] = [await server.owner(), await server.operator()];
  const endpoint = await answerOf<{ secret: string }>(
    await server.call("POST /account/webhooks", { as: owner, body: { url: receiver.url } }),
    201,
  );
  const worker = startOutboxWorker({
    documents,
    intervalMs: 20,
    channels: { [eventChannel]: webhookDispatcher({ documents }) },
    queues: [webhookQueue({ documents, secret: () => sessionSecret(documents), fetchUrls: [receiver.host] })],
    onFailure: ({ error }) => {
      throw error;
    },
  });
  onTestFinished(() => worker.stop());
  const expected: string[] = [];
  /** Makes a change, and expects its events and no others. */
  const causes = async (types: string[], change: () => Promise<unknown>) => {
    await change();
    expected.push(...types);
    await expect
      .poll(() => receiver.received.length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(expected.length);
    const got = receiver.received.map(({ event }) => event.type);
    expect(got.toSorted()).toEqual(expected.toSorted());
  };
  const call = async (request: string, body?: unknown, as = owner) => {
    const response = await server.call(request, { as, body });
    expect(response.ok, `${request} ${await response.clone().text()}`).toBe(true);
    return response.status === 204 ? null : response.json();
  };
  const account = `/operator/accounts/${owner.account.id}`;

  // The documented response.
  let key = { id: "" };
  await causes(["key.created"], async () => {
    key = (await call("POST /account/keys", { name: "ci" })) as { id: string };
  });
  await causes(["key.revoked"], () => call(`DELETE /account/keys/${key.id}`));
  await causes([], () => call(`DELETE /account/keys/${key.id}`));
  await causes(["plan.changed", "invoice.created"], () => call("POST /account/plan", { plan: "pro" }));
  await causes([], async () => {
    await server.call("POST /account/plan", { as: owner, body: { plan: "none" } });
  });
  const billing = {
    documents,
    usage,
    plans: defaultPlans,
    by: { actor: { kind: "system" }, report: reportByWebhook },
  } as const;
  await causes(["payment.failed"], () =>
    recordFailedPayment(billing, { account: owner.account.id, id: "00000001" }, { attempt: 0 }, Date.now()),
  );
  await causes(["invoice.paid"], () => call(`POST ${account}/invoices/00000001/pay`, {}, operator));
  await causes(["plan.changed"], () => call(`POST ${account}/limit`, { daily_limit: 10 }, operator));
  await causes(["allowance.reached", "allowance.reached"], async () => {
    for (let index = 0; index < 12; index++) await server.call("GET /v1/user/profile", { bearer: owner.key });
  });
  await causes(["account.suspended", "invoice.created"], () =>
    call(`POST ${account}/suspend`, { reason: "Leaked." }, operator),
  );
  await causes(["account.reactivated", "invoice.created"], () =>
    call(`POST ${account}/reactivate`, undefined, operator),
  );
  // Nothing is left to deliver.
  const isDue = async (channel: string) =>
    (await documents.list(`outbox/due/${channel}`, { limit: 1 })).length > 0;
  for (const channel of [eventChannel, "webhook"])
    await expect.poll(() => isDue(channel), { timeout: 60_000 }).toBe(false);
  const events = receiver.received.map(({ event }) => event);
  expect(events.map(({ type }) => type).toSorted()).toEqual(expected.toSorted());
  expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual(
    Object.keys(webhookEvents).toSorted(),
  );
  for (const { body, headers } of receiver.received) new Webhook(endpoint.secret).verify(body, headers);
  const dataOf = (type: string) => events.filter((event) => event.type === type).map(({ data }) => data);
  expect(dataOf("allowance.reached").map(({ percent, limit }) => [percent, limit])).toEqual([
    [80, 10],
    [100, 10],
  ]);
  expect(dataOf("invoice.created")[0]).toMatchObject({ id: "00000001", total: 2900, currency: "usd" });
  expect(dataOf("payment.failed")).toMatchObject([
    { id: "00000001", next_attempt_at: expect.stringMatching(/Z$/) },
  ]);
  expect(dataOf("invoice.paid")).toMatchObject([{ id: "00000001", currency: "usd" }]);
  expect(dataOf("plan.changed")).toMatchObject([{ from: "free", to: "pro" }, { daily_limit: 10 }]);
  expect(dataOf("account.suspended")).toMatchObject([{ reason: "Leaked." }]);
  const sent = receiver.received.map(({ body }) => body).join();
  for (const secret of [owner.key, owner.account.email, endpoint.secret]) expect(sent).not.toContain(secret);
});
