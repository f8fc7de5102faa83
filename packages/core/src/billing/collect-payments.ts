import { getAccount } from "../identity/accounts.ts";
import type { StoredDocument, WriteOperation } from "../storage.ts";
import { collectionEntry, collectionsPrefix } from "./collections.ts";
import type { Billing } from "./commit-transaction.ts";
import { nextAttempt } from "./dunning.ts";
import { getInvoice, type Invoice } from "./invoices.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { recordFailedPayment, recordPayment } from "./payments.ts";
import type { FailedSettlement } from "./sweep.ts";

const pageSize = 100;

/** Milliseconds until the next request to a provider that has not decided yet or does not respond. */
const askAgainMs = 3_600_000;

/** Attempts to collect a payment. Returns the instant of the next attempt; `null` if there is none. */
async function attempt(
  billing: Billing,
  payments: PaymentProvider,
  invoice: Invoice,
  id: string,
  now: number,
): Promise<number | null> {
  const { account, amountDue, failedAttempts, status } = invoice;
  const found = await getAccount(billing.documents, account);
  if (!found || amountDue === 0 || status === "uncollectible") return null;
  // The process of the last attempt may have ended before it recorded when the next one is due.
  const due = failedAttempts === 0 ? now : nextAttempt(invoice.at, failedAttempts);
  if (due === null || due > now) return due;
  const idempotencyKey = `${account}/${id}/${failedAttempts}`;
  const outcome = await payments.collect({ account: found.account, invoice, idempotencyKey });
  if (outcome.status === "pending") return now + askAgainMs;
  if (outcome.status === "failed") return recordFailedPayment(billing, account, id, failedAttempts, now);
  await recordPayment(billing, account, id, outcome, now);
  return null;
}

async function collectEntry(billing: Billing, payments: PaymentProvider, entry: StoredDocument, now: number) {
  const [, account = "", id = ""] = entry.key.slice(collectionsPrefix.length).split("/");
  const move = async (at: number | null) => {
    const done: WriteOperation = { key: entry.key, ifVersion: entry.version };
    // An attempt whose instant has passed is made in the next round.
    const next = at === null ? [] : [collectionEntry({ account, number: Number(id) }, Math.max(at, now + 1))];
    await billing.documents.commit([done, ...next]);
  };
  try {
    const invoice = await getInvoice(billing.documents, account, id);
    await move(await attempt(billing, payments, invoice, id, now));
  } catch (error) {
    await move(now + askAgainMs);
    throw error;
  }
}

/**
 * Collects the payments that are due through `billing.payments`, and records the outcomes. Does nothing without a
 * provider. Several processes can run this concurrently: the provider collects the money once per attempt.
 *
 * @param now Epoch milliseconds.
 */
export async function collectPayments(
  billing: Billing,
  now: number,
  onFailure: (failed: FailedSettlement) => void = () => {},
): Promise<void> {
  const { documents, payments } = billing;
  if (!payments) return;
  for (let after: string | undefined; ;) {
    const page = { limit: pageSize, ...(after !== undefined && { after }) };
    const entries = await documents.list(collectionsPrefix, page);
    for (const entry of entries) {
      const [instant = "", account = ""] = entry.key.slice(collectionsPrefix.length).split("/");
      if (Date.parse(instant) > now) return;
      await collectEntry(billing, payments, entry, now).catch((error: unknown) =>
        onFailure({ account, error }),
      );
      after = entry.key;
    }
    if (entries.length < pageSize) return;
  }
}
