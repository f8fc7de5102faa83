import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { createAccount, getAccount } from "@tools-api/core/accounts";
import { changePlan, listLedger, reactivateAccount, suspendAccount } from "@tools-api/core/billing";
import { beforeEach, expect, it } from "vitest";

const day = 86_400_000;
const start = Date.parse("2026-11-01T00:00:00Z");
const reason = "The key was leaked.";
let billing: Parameters<typeof suspendAccount>[0];
let id: string;
beforeEach(async () => {
  billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans };
  id = (await createAccount(billing.documents, { email: "ada@example.com" }, start)).id;
  await changePlan(billing, id, { plan: "pro" }, start);
});

const amounts = async () =>
  (await listLedger(billing.documents, id, { limit: 100 })).map(({ kind, amount }) => [kind, amount]);

it("keeps the reason until the account is reactivated, and refuses the owner's plan changes", async () => {
  await suspendAccount(billing, id, { reason }, start + day);
  await suspendAccount(billing, id, { reason: "Another." }, start + 2 * day);
  const suspended = await getAccount(billing.documents, id);
  expect(suspended?.value).toMatchObject({
    status: "suspended",
    suspension: { reason: "Another.", at: start + day },
  });
  await expect(changePlan(billing, id, { plan: "free" }, start + 3 * day)).rejects.toMatchObject({
    code: "account_suspended",
  });
  await reactivateAccount(billing, id, start + 3 * day);
  await reactivateAccount(billing, id, start + 3 * day);
  const active = await getAccount(billing.documents, id);
  expect(active?.value.suspension).toBeUndefined();
  expect(await amounts()).toHaveLength(3);
});

it.each(["", " ", "x".repeat(501), "a\u202eb"])("rejects the reason %j", async (text) => {
  await expect(suspendAccount(billing, id, { reason: text }, start)).rejects.toMatchObject({
    code: "invalid_parameter",
  });
});
