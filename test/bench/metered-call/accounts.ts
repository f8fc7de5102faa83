/** A customer of the peers. The peers keep in a map what our server reads from its store. */
export interface Account {
  id: string;
  email: string;
}

/** Returns the accounts of the peers by credential, from the environment that the benchmark sets. */
export function accountsByKey(): ReadonlyMap<string, Account> {
  const keys = (process.env["KEYS"] ?? "").split(",");
  return new Map(keys.map((key, index) => [key, { id: `acct_${index}`, email: `user${index}@example.com` }]));
}

/** Returns the account of an Authorization header. */
export function accountOf(
  accounts: ReadonlyMap<string, Account>,
  header: string | undefined,
): Account | undefined {
  return header?.startsWith("Bearer ") ? accounts.get(header.slice("Bearer ".length)) : undefined;
}

export const dayMs = 86_400_000;
export const dailyLimit = 1_000_000_000;

/** Returns a profile with the same members as ours. */
export function profileOf({ id, email }: Account, used: number) {
  const resetsAt = new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs).toISOString();
  return {
    id,
    email,
    name: "Ada Lovelace",
    created_at: "2026-01-31T08:15:00.000Z",
    status: "active",
    plan: {
      name: "free",
      daily_limit: dailyLimit,
      price: { amount: 0, currency: "usd" },
      current_period_start: "2026-10-31T08:15:00Z",
      current_period_end: "2026-11-30T08:15:00Z",
    },
    quota: {
      policy: "daily",
      limit: dailyLimit,
      used,
      remaining: dailyLimit - used,
      resets_at: resetsAt,
    },
    credential: {
      method: "api_key",
      id: `key_${id}`,
      name: "default",
      scopes: ["text:analyze", "image:convert", "words:count", "usage:read", "profile:read"],
      expires_at: null,
    },
  };
}

/** Prints a peer's port in the form that the benchmark waits for. */
export function announce(address: unknown): void {
  if (process.env["NODE_ENV"] !== "production") throw new Error("NODE_ENV: expected production");
  const port = typeof address === "object" && address !== null && "port" in address ? address.port : "";
  console.log(`listening on ${String(port)}`);
}
