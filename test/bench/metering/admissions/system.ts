import { createMeter, defaultPlans, type Principal, systemClock, type UsageStore } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";

/** A system that admits calls below a limit, which no run reaches. */
export interface AdmissionSystem {
  name: string;
  admit(account: string): Promise<unknown>;
}

/** The systems on one engine: ours first, then the bare statement if the engine has one. */
export interface AdmissionContest {
  systems: AdmissionSystem[];
  /** The minimum share of the bare statement's rate for our meter, or `null` without a minimum. */
  floor: number | null;
  /** Resolves with the number of accounts whose recorded calls differ from the admitted ones. */
  miscounted(): Promise<number>;
  close(): Promise<void>;
}

/** Daily calls of every account. No run reaches the limit. */
export const dailyLimit = 1_000_000_000;

function principalOf(id: string, revision: number): Principal {
  const createdAt = Date.parse("2026-01-01T00:00:00Z");
  const account: Account = {
    id,
    email: `${id}@example.com`,
    name: "",
    status: "active",
    plan: "enterprise",
    dailyLimit,
    createdAt,
    cycleAnchor: createdAt,
  };
  return {
    account,
    credential: { method: "api_key", id: `key_${id}`, name: "default", scopes: [], expiresAt: null },
    fences: [
      { id: `accounts/${id}`, revision },
      { id: `keys/${id}/key_${id}`, revision },
    ],
  };
}

/**
 * Admits calls as the server does: compares fences, writes bucket and lifetime, and batches the callers of a
 * turn.
 */
export async function meterOn(
  usage: UsageStore,
  accounts: readonly string[],
): Promise<Pick<AdmissionContest, "miscounted"> & { system: AdmissionSystem }> {
  const meter = createMeter({
    usage,
    plans: defaultPlans,
    clock: systemClock,
    defer: () => new Promise(setImmediate),
  });
  const principals = new Map(accounts.map((id) => [id, principalOf(id, 1)]));
  for (const { fences } of principals.values())
    await Promise.all(fences.map(({ id, revision }) => usage.fence(id, revision)));
  const principal = (id: string): Principal => {
    const known = principals.get(id);
    if (!known) throw new Error(`There is no account ${id}.`);
    return known;
  };
  const admitted = new Map<string, number>();
  return {
    system: {
      name: "our meter",
      async admit(account) {
        await meter.admit(principal(account), "profile", async () => {
          throw new Error(`${account} was stale.`);
        });
        admitted.set(account, (admitted.get(account) ?? 0) + 1);
      },
    },
    async miscounted() {
      let accountsFound = 0;
      for (const [account, calls] of admitted) {
        const { lifetime } = await usage.read({ account, boundaries: [], windows: [] });
        if (lifetime.calls !== calls) accountsFound += 1;
      }
      return accountsFound;
    },
  };
}
