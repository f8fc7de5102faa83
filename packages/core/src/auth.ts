import type { Account } from "./accounts/account.ts";
import type { Scope } from "./schemas/account.ts";
import type { Fence } from "./storage.ts";

/** Who calls, and by what credential. */
export interface Principal {
  account: Account;
  credential: {
    method: "api_key" | "oauth2" | "jwt";
    id: string;
    name: string;
    scopes: readonly Scope[];
    /** Epoch milliseconds, or `null` for a credential that does not expire. */
    expiresAt: number | null;
    /** Calls a UTC day with this credential alone, beside what its account may do. Absent or `null`: no cap. */
    dailyLimit?: number | null;
  };
  /**
   * The documents that this principal was read from. The statement that counts a call compares them, so that
   * a revocation or a change of plan holds at once. Empty where the authenticator keeps none in our store.
   */
  fences: readonly Fence[];
}

/** Resolves bearer credentials of one kind. */
export interface Authenticator {
  /**
   * Resolves the caller. `null`: not a credential of this kind, so another may try. Throws a `ToolsError`
   * `invalid_credentials`: of this kind, but bad (`wasValid` when it once was good). `fresh` passes over
   * every cache.
   */
  authenticate(credential: string, options?: { fresh?: boolean }): Promise<Principal | null>;
}

/** An authenticator that asks each in turn and takes the first answer that is not `null`. */
export function firstOf(...authenticators: readonly Authenticator[]): Authenticator {
  const [first, ...others] = authenticators;
  if (first && others.length === 0) return first;
  return {
    async authenticate(credential, options) {
      for (const authenticator of authenticators) {
        const principal = await authenticator.authenticate(credential, options);
        if (principal) return principal;
      }
      return null;
    },
  };
}
