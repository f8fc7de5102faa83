import type { PaymentOutcome } from "@tools-api/core/billing";
import { beforeEach, expect, it } from "vitest";
import {
  answerOf,
  expectRefusal,
  type ManagementServer,
  managementServer,
  type Owner,
} from "../management-server.ts";

const opened = Date.parse("2027-04-01T00:00:00Z");

let outcome: PaymentOutcome | Error;
let collected: number[];
let server: ManagementServer;
let owner: Owner;

beforeEach(async () => {
  outcome = { status: "paid", amount: 2900, reference: "pi_1" };
  collected = [];
  server = managementServer({
    now: () => opened,
    billingTerms: { upgrades: "paid" },
    payments: {
      async collect({ amount }) {
        collected.push(amount);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    },
  });
  owner = await server.owner();
});

const upgrade = (key?: string) =>
  server.call("POST /account/plan", {
    as: owner,
    body: { plan: "pro" },
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });
const plan = async () => answerOf(await server.call("GET /account/plan", { as: owner }));

it("collects the payment with the order, after which the upgrade has taken effect", async () => {
  expect(await answerOf(await upgrade())).toMatchObject({
    plan: "pro",
    effective: "now",
    takes_effect_at: "2027-04-01T00:00:00Z",
  });
  expect(await plan()).toMatchObject({ plan: "pro", requested: null, amount_due: { amount: 0 } });
  expect(collected).toEqual([2900]);
});

it("returns the same answer to a repeated order, and collects once", async () => {
  const first = await answerOf(await upgrade("order-1"));
  expect(await answerOf(await upgrade("order-1"))).toEqual(first);
  expect(collected).toEqual([2900]);
});

it("refuses an order whose payment fails, and leaves the plan without a debt", async () => {
  outcome = { status: "declined", reason: "Insufficient funds." };
  await expectRefusal(await upgrade("order-1"), 409, "conflict");
  await expectRefusal(await upgrade("order-1"), 409, "conflict");
  expect(await plan()).toMatchObject({ plan: "free", requested: null, amount_due: { amount: 0 } });
  outcome = { status: "paid", amount: 2900, reference: "pi_2" };
  expect(await answerOf(await upgrade())).toMatchObject({ effective: "now" });
});

it.each([
  ["has not decided", { status: "pending" }],
  ["does not respond", new Error("connect ECONNREFUSED")],
] as const)("lets an order wait for its payment while the provider %s", async (_, undecided) => {
  outcome = undecided;
  expect(await answerOf(await upgrade())).toMatchObject({ effective: "on_payment", takes_effect_at: null });
  expect(await plan()).toMatchObject({ plan: "free", requested: { plan: "pro", invoice: "00000001" } });
});
