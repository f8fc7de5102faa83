import { createAccount, createApiKey, setRole } from "@tools-api/core/accounts";
import { changePlan, markInvoicePaid, suspendAccount } from "@tools-api/core/billing";
import { defaultPlans } from "@tools-api/core";
import { expect, it } from "vitest";
import { openOwnerPages, wordsOf } from "../account/dashboard/owner-pages.ts";
import { managementServer } from "../management-server.ts";

const now = Date.parse("2026-11-24T12:00:00Z");
const day = 86_400_000;
const clock = { now: () => now };

it("reports the calls, errors, sign-ups and payments of 30 days over all accounts, the same in every process", async () => {
  const server = managementServer(clock);
  const another = managementServer({ ...clock, stores: server });
  const billing = { ...server, plans: defaultPlans };
  for (const [email, at] of [
    ["ada@example.com", now - 27 * day],
    ["grace@example.com", now - 35 * day],
  ] as const) {
    const { id } = await createAccount(server.documents, { email }, { at });
    await changePlan(billing, id, { plan: "pro" }, { now: at });
    await markInvoicePaid(billing, { account: id, id: "00000001" }, at);
    const { secret: bearer } = await createApiKey(server.documents, id, { name: "ci" }, { at: now });
    await another.call("GET /v1/user/profile", { bearer });
    if (email === "grace@example.com") continue;
    await server.call("GET /v1/user/profile", { bearer });
    expect((await server.call("POST /v1/tools/text-analyzer", { bearer, body: {} })).status).toBe(422);
  }
  const operator = await server.operator();
  const [report, ofAnother] = await Promise.all(
    [server, another].map(async (process) => {
      const answer = await process.call("GET /operator/overview", { as: operator });
      return ((await answer.json()) as { report: { series: { start: string; calls: number }[] } }).report;
    }),
  );
  expect(ofAnother).toEqual(report);
  expect(report).toMatchObject({
    start_date: "2026-10-26",
    end_date: "2026-11-24",
    totals: { calls: 4, succeeded: 3, failed: 1, server_errors: 0, sign_ups: 2 },
    top_accounts: [
      { email: "ada@example.com", calls: 3 },
      { email: "grace@example.com", calls: 1 },
    ],
    payments: { currencies: [{ currency: "usd", paid: 2900 }], is_complete: true },
  });
  expect(report?.series).toHaveLength(30);
  expect(report?.series.at(-1)).toMatchObject({ start: "2026-11-24T00:00:00Z", calls: 4 });
});

it("lists what needs a decision, each with the page on which to decide", async () => {
  const server = managementServer(clock);
  const pages = await openOwnerPages(server, { now });
  await setRole(server, pages.account, "operator", now);
  const html = async () => (await pages.get("/operator")).text();
  expect(wordsOf(await html())).not.toContain("Needs a decision");
  const { id } = await createAccount(server.documents, { email: "ada@example.com" }, { at: now });
  const billing = { ...server, plans: defaultPlans };
  await suspendAccount(billing, id, { reason: "Spam." }, now);
  const overview = await html();
  expect(wordsOf(overview)).toContain("Needs a decision 1 account is suspended");
  expect(overview).toContain('href="/operator/console?status=suspended"');
});
