import { z } from "zod";
import { PlanName } from "../identity/account-terms.ts";
import type { AccountPlan } from "../identity/account.ts";
import { collection } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import type { DocumentStore } from "../store/storage.ts";
import { listedPlan, type Plans, planTerms, type PlanTerms, priceOf, versionOf } from "./plans.ts";

/** The price of a version of a plan, from an instant on. */
const PriceChange = z.object({
  plan: PlanName,
  version: z.int().positive(),
  amount: z.int().min(0),
  since: z.int(),
});

type PriceChange = z.output<typeof PriceChange>;

const histories = collection("plan-prices/{name}", z.object({ changes: z.array(PriceChange) }));
const ids = { name: "all" };

// Enough for the billing cycles that a server opens late.
const maxChanges = 10;

/** Returns the price of a cycle that begins at an instant, for an account on a plan, in minor units. */
export type PriceAt = (selected: Omit<AccountPlan, "dailyLimit">, at: number) => number;

/** Returns the versions of all plans. */
function allVersions(plans: Plans): { plan: string; terms: PlanTerms }[] {
  return Object.values(plans).flatMap(({ previous = [], ...latest }) =>
    [...previous, latest].map((terms) => ({ plan: latest.name, terms })),
  );
}

function changesOf(changes: readonly PriceChange[], plan: string, version: number): PriceChange[] {
  return changes.filter((change) => change.plan === plan && change.version === version);
}

/** Returns the history with the current prices. Returns the same array if no price is another. */
function withPrices(changes: PriceChange[], plans: Plans, now: number): PriceChange[] {
  const added = allVersions(plans).flatMap(({ plan, terms }): PriceChange[] => {
    const { amount } = terms.price;
    const version = versionOf(terms);
    const last = changesOf(changes, plan, version).at(-1);
    // The first known price applies to every cycle before.
    return last?.amount === amount ? [] : [{ plan, version, amount, since: last ? now : 0 }];
  });
  if (added.length === 0) return changes;
  const all = [...changes, ...added];
  return all.filter((change) =>
    changesOf(all, change.plan, change.version).slice(-maxChanges).includes(change),
  );
}

async function record(documents: DocumentStore, plans: Plans, now: number): Promise<PriceAt> {
  const changes = await transact({ documents }, async () => {
    const found = await histories.get(documents, ids);
    const before = found?.value.changes ?? [];
    const result = withPrices(before, plans, now);
    return { operations: result === before ? [] : [histories.save(found, ids, { changes: result })], result };
  });
  return (selected, at) => {
    if (selected.agreedPrice !== undefined) return selected.agreedPrice;
    const { name } = listedPlan(plans, selected.plan);
    const known = changesOf(changes, name, versionOf(planTerms(plans, selected)));
    const applied = known.findLast(({ since }) => since <= at) ?? known[0];
    return applied?.amount ?? priceOf(plans, selected);
  };
}

const recorded = new WeakMap<DocumentStore, WeakMap<Plans, Promise<PriceAt>>>();

/**
 * Records the prices of the plans when a process first uses them, and returns the prices of cycles. A new price applies
 * to the cycles that begin after it, so that no account is charged for a cycle that was already running.
 */
export function pricesOf(
  { documents, plans }: { documents: DocumentStore; plans: Plans },
  now: number,
): Promise<PriceAt> {
  const ofStore = recorded.get(documents) ?? new WeakMap<Plans, Promise<PriceAt>>();
  recorded.set(documents, ofStore);
  let prices = ofStore.get(plans);
  if (!prices) {
    prices = record(documents, plans, now);
    ofStore.set(plans, prices);
    // The next use tries again.
    prices.catch(() => ofStore.delete(plans));
  }
  return prices;
}
