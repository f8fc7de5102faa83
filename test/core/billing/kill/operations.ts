import { ToolsError } from "@tools-api/core";
import { closeAccount } from "@tools-api/core/accounts";
import {
  approvePlanChange,
  cancelPlanChange,
  changePlan,
  collectPayments,
  creditAccount,
  listLedger,
  markInvoicePaid,
  payOutCredit,
  previewPlanChange,
  type QuotedBilling,
  reactivateAccount,
  recordFailedPayment,
  recordPayment,
  recordRefund,
  type Refund,
  retryPayments,
  suspendAccount,
  sweepBilling,
  voidInvoice,
  writeOffInvoice,
} from "@tools-api/core/billing";

/** The instant at which the account is opened and enters the pro plan. */
export const opened = Date.parse("2027-01-31T09:30:00.250Z");
const hour = 3_600_000;
const day = 24 * hour;
const first = "00000001";
const second = "00000002";
const reason = "A test.";

/** The settings of billing that an operation needs. */
export interface Settings {
  upgrades?: "paid" | "approved";
  paymentTermsMs?: number;
  /** The response of the payment provider. Absent: there is none. */
  provider?: "paid" | "declined";
}

/** A public operation of billing on an account that has been prepared for it. */
export interface Operation {
  settings?: Settings;
  /** Returns what `run` needs to know. */
  prepare?(billing: QuotedBilling, id: string): Promise<string | undefined>;
  run(billing: QuotedBilling, id: string, memo: string): Promise<unknown>;
  /** The kind of the ledger line of an operation that a caller must not repeat if it was made. */
  line?: string;
}

const upgrade = async (billing: QuotedBilling, id: string) => {
  await changePlan(billing, id, { plan: "enterprise" }, { now: opened + day });
  return undefined;
};
const pay = async (billing: QuotedBilling, id: string, amount = 2900) => {
  await recordPayment(billing, { account: id, id: first }, { amount, reference: "pi_1" }, opened + hour);
  return undefined;
};
const giveBack = (kind: Refund["kind"]) => (billing: QuotedBilling, id: string) =>
  recordRefund(
    billing,
    { account: id, id: first },
    { amount: 900, reference: kind, kind, payment: "pi_1" },
    opened + 2 * day,
  );

export const operations: Readonly<Record<string, Operation>> = {
  change: {
    // The change closes two cycles before.
    run: (billing, id) =>
      changePlan(billing, id, { plan: "enterprise" }, { now: opened + 75 * day, idempotencyKey: "click" }),
  },
  quote: {
    async prepare(billing, id) {
      return (await previewPlanChange(billing, id, { plan: "enterprise" }, opened + day)).quote;
    },
    run: (billing, id, quote) =>
      changePlan(billing, id, { quote }, { now: opened + day + 1000, idempotencyKey: "click" }),
  },
  "change by the operator": {
    settings: { paymentTermsMs: 7 * day },
    run: (billing, id) =>
      changePlan(
        billing,
        id,
        { plan: "enterprise", dailyLimit: 5000 },
        { now: opened + 10 * day, by: "operator", idempotencyKey: "click" },
      ),
  },
  cancel: {
    async prepare(billing, id) {
      await changePlan(billing, id, { plan: "free" }, { now: opened + day });
      return undefined;
    },
    run: (billing, id) => cancelPlanChange(billing, id, { now: opened + 2 * day, idempotencyKey: "click" }),
  },
  "order of an upgrade that is paid first": {
    settings: { upgrades: "paid" },
    run: (billing, id) =>
      changePlan(billing, id, { plan: "enterprise" }, { now: opened + day, idempotencyKey: "click" }),
  },
  "cancel of an upgrade that waits": {
    settings: { upgrades: "paid" },
    prepare: upgrade,
    run: (billing, id) => cancelPlanChange(billing, id, { now: opened + 2 * day, idempotencyKey: "click" }),
  },
  approve: {
    settings: { upgrades: "approved" },
    prepare: upgrade,
    run: (billing, id) => approvePlanChange(billing, id, opened + 2 * day),
  },
  "mark paid": {
    run: (billing, id) => markInvoicePaid(billing, { account: id, id: first }, opened + 40 * day),
  },
  "mark the invoice of an upgrade paid": {
    settings: { upgrades: "paid" },
    prepare: upgrade,
    run: (billing, id) => markInvoicePaid(billing, { account: id, id: second }, opened + 2 * day),
  },
  "record payment": {
    prepare: upgrade,
    run: (billing, id) =>
      recordPayment(
        billing,
        { account: id, id: first },
        { amount: 40_000, reference: "pi_1" },
        opened + 2 * day,
      ),
  },
  "record failed payment": {
    async prepare(billing, id) {
      await changePlan(billing, id, { plan: "enterprise", effective: "cycle_end" }, { now: opened + day });
      return undefined;
    },
    run: (billing, id) =>
      recordFailedPayment(billing, { account: id, id: first }, { attempt: 0 }, opened + 2 * day),
  },
  refund: { prepare: (billing, id) => pay(billing, id, 3300), run: giveBack("refund") },
  dispute: { prepare: pay, run: giveBack("dispute") },
  "dispute won": {
    async prepare(billing, id) {
      await pay(billing, id);
      await giveBack("dispute")(billing, id);
      return undefined;
    },
    run: giveBack("dispute_won"),
  },
  void: {
    async prepare(billing, id) {
      await pay(billing, id);
      await creditAccount(billing, id, { amount: 500, reason }, opened + hour);
      await changePlan(billing, id, { plan: "enterprise" }, { now: opened + day });
      return undefined;
    },
    run: (billing, id) => voidInvoice(billing, { account: id, id: "00000003" }, reason, opened + 2 * day),
  },
  "write off": {
    run: (billing, id) => writeOffInvoice(billing, { account: id, id: first }, reason, opened + 2 * day),
  },
  credit: {
    line: "adjustment",
    run: (billing, id) => creditAccount(billing, id, { amount: 3500, reason }, opened + 2 * day),
  },
  "pay out": {
    line: "payout",
    prepare: (billing, id) => pay(billing, id, 3300),
    run: (billing, id) => payOutCredit(billing, id, { amount: 300, reason }, opened + 2 * day),
  },
  suspend: { run: (billing, id) => suspendAccount(billing, id, { reason }, opened + 2 * day) },
  reactivate: {
    async prepare(billing, id) {
      await suspendAccount(billing, id, { reason }, opened + day);
      return undefined;
    },
    run: (billing, id) => reactivateAccount(billing, id, opened + 2 * day),
  },
  close: {
    settings: { upgrades: "paid" },
    prepare: upgrade,
    async run(billing, id) {
      await closeAccount(billing, id, opened + 2 * day);
      await sweepBilling(billing, opened + 60 * day);
    },
  },
  "sweep of cycles": { run: (billing) => sweepBilling(billing, opened + 75 * day) },
  "sweep of a past-due account": {
    settings: { paymentTermsMs: 7 * day },
    run: (billing) => sweepBilling(billing, opened + 75 * day),
  },
  "collect a payment": {
    settings: { provider: "paid" },
    run: (billing) => collectPayments(billing, opened + hour),
  },
  "collect the payment of an upgrade": {
    settings: { provider: "paid", upgrades: "paid" },
    prepare: upgrade,
    run: (billing) => collectPayments(billing, opened + day),
  },
  "collect a payment that is declined": {
    settings: { provider: "declined" },
    run: (billing) => collectPayments(billing, opened + hour),
  },
  retry: {
    settings: { provider: "declined" },
    async prepare(billing) {
      await collectPayments(billing, opened + hour);
      return undefined;
    },
    async run(billing, id) {
      // A repetition after the attempt is too early for another retry.
      await retryPayments(billing, id, opened + 2 * day).catch((error: unknown) => {
        if (!(error instanceof ToolsError) || error.code !== "conflict") throw error;
      });
      await collectPayments(billing, opened + 2 * day);
    },
  },
};

/** Returns the operation with a name. */
export function operationNamed(name: string): Operation {
  const operation = operations[name];
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return operation;
}

/** Runs an operation again after its process has died, as its caller does without having seen an answer. */
export async function repeat(
  { run, line }: Operation,
  { billing, id, memo }: { billing: QuotedBilling; id: string; memo: string },
): Promise<void> {
  if (line !== undefined) {
    const lines = await listLedger(billing.documents, id, { limit: 100 });
    if (lines.some(({ kind }) => kind === line)) return;
  }
  await run(billing, id, memo);
}
