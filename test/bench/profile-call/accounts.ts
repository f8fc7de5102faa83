/** A customer of the peers: what our server reads from its store, they have in a map. */
export interface Account {
  id: string;
  email: string;
}

/** What the peers know of the callers, by credential; from the environment, in which the benchmark puts it. */
export function accountsByKey(): ReadonlyMap<string, Account> {
  const keys = (process.env["KEYS"] ?? "").split(",");
  return new Map(keys.map((key, index) => [key, { id: `acct_${index}`, email: `user${index}@example.com` }]));
}

/** The account behind an Authorization header. */
export function accountOf(
  accounts: ReadonlyMap<string, Account>,
  header: string | undefined,
): Account | undefined {
  return header?.startsWith("Bearer ") ? accounts.get(header.slice("Bearer ".length)) : undefined;
}

export const dayMs = 86_400_000;
export const dailyLimit = 1_000_000_000;

/** A profile with the members that ours has. */
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
      scopes: ["text:analyze", "image:convert", "usage:read", "profile:read"],
      expires_at: null,
    },
  };
}

/** Says where a peer listens, as the benchmark waits for. */
export function announce(address: unknown): void {
  const port = typeof address === "object" && address !== null && "port" in address ? address.port : "";
  console.log(`listening on ${String(port)}`);
}
