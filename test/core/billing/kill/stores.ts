import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { defaultPlans, type DocumentStore, type UsageStore } from "@tools-api/core";
import type { Stores } from "@tools-api/core/accounts";
import type { PaymentOutcome, PaymentProvider, QuotedBilling } from "@tools-api/core/billing";
import { hmacQuotes } from "../hmac-quotes.ts";
import type { Settings } from "./operations.ts";

/** The moment of a write at which a process ends: before it, while it runs, or after it. */
export const moments = ["before", "during", "after"] as const;

export type Moment = (typeof moments)[number];

/**
 * Returns stores that call `die` at a moment of their nth write and at all later ones, and the count of their writes.
 * Without `die` they only count.
 */
export function countedStores(
  stores: Stores,
  die?: { write: number; moment: Moment; now: () => Promise<never> },
): Stores & { writes(): number } {
  let writes = 0;
  const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    writes += 1;
    if (!die || writes < die.write) return work();
    if (writes > die.write || die.moment === "before") return die.now();
    const working = work();
    if (die.moment === "during") return die.now();
    await working;
    return die.now();
  };
  const documents: DocumentStore = {
    ...stores.documents,
    commit: (operations) => write(() => stores.documents.commit(operations)),
  };
  const usage: UsageStore = {
    ...stores.usage,
    fence: (id, revision) => write(() => stores.usage.fence(id, revision)),
  };
  return { documents, usage, writes: () => writes };
}

/** Returns a provider that keeps the attempts it has decided in a file, as its own database outlives our processes. */
function fileProvider(file: string, answer: "paid" | "declined"): PaymentProvider {
  return {
    async collect({ amount, idempotencyKey: key }): Promise<PaymentOutcome> {
      if (!attemptsIn(file).some(({ key: known }) => known === key))
        appendFileSync(file, `${JSON.stringify({ key, amount })}\n`);
      const taken = attemptsIn(file).find(({ key: known }) => known === key)?.amount ?? amount;
      // Without the id of the account, which differs between runs.
      const reference = key.slice(key.indexOf("/") + 1);
      if (answer === "paid") return { status: "paid", amount: taken, reference };
      return { status: "declined", reason: "Insufficient funds." };
    },
  };
}

/** Returns the attempts that a provider has decided. */
export function attemptsIn(file: string): { key: string; amount: number }[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  // Only `fileProvider` writes here.
  return lines.map((line) => JSON.parse(line) as { key: string; amount: number });
}

/** Returns billing on some stores with the settings of an operation. */
export function billingOn(
  { documents, usage }: Stores,
  { provider, ...settings }: Settings,
  file: string,
): QuotedBilling {
  return {
    documents,
    usage,
    plans: defaultPlans,
    quotes: hmacQuotes(),
    ...settings,
    ...(provider && { payments: fileProvider(file, provider) }),
  };
}
