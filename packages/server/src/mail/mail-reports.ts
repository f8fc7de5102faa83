import { enqueue, type OutboxMessage } from "@tools-api/core/outbox";
import type { ReportedChange } from "@tools-api/core/audit";
import type { WriteOperation } from "@tools-api/core/storage";

/** The content of the mail about a change, by its action. An action without a row causes no mail. */
const reports: Readonly<Record<string, (change: ReportedChange) => OutboxMessage["data"]>> = {
  "key.created": ({ target, details, at }) => ({ id: target ?? "", name: text(details["name"]), at }),
  "session.created": ({ address, details, at }) => ({
    user_agent: text(details["user_agent"]),
    address: address ?? "unknown",
    at,
  }),
  "webhook.disabled": ({ target, details, at }) => ({
    id: target ?? "",
    host: text(details["host"]),
    since: Number(details["failing_since"] ?? at),
  }),
  "invoice.issued": ({ details }) => amounts(details),
  "payment.failed": ({ details }) => ({
    ...amounts(details),
    next_attempt_at: typeof details["next_attempt_at"] === "number" ? details["next_attempt_at"] : null,
  }),
};

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function amounts({ id, total, amount_due, currency }: ReportedChange["details"]): OutboxMessage["data"] {
  return { id: text(id), total: Number(total), amount_due: Number(amount_due), currency: text(currency) };
}

/**
 * Returns the writes that queue the mail about a change, for the commit of the change. `createAccountApp({ mail })` uses it.
 * Pass it to `startBillingSweeper` as `by.report`, so that owners get mail about invoices and failed payments.
 *
 * @example
 * ```ts
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { defaultPlans } from "@tools-api/core";
 * import { reportByMail, startBillingSweeper } from "@tools-api/server";
 *
 * const by = { actor: { kind: "system" }, report: reportByMail } as const;
 * const billing = { documents: memoryDocuments(), usage: memoryUsage(), plans: defaultPlans, by };
 * const sweeper = startBillingSweeper(billing, Date.now, console.error);
 * await sweeper.stop();
 * ```
 */
export function reportByMail(change: ReportedChange): WriteOperation[] {
  const { account, action, previousEmail, at } = change;
  // The owner learns of a change by a thief at the address that the thief cannot read.
  if (action === "email.changed" && previousEmail !== undefined)
    return enqueue({ account, type: action, to: previousEmail, data: { at }, at });
  const data = reports[action]?.(change);
  return data ? enqueue({ account, type: action, data, at }) : [];
}
