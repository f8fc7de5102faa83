import type { Account } from "./account.ts";
import type { GrantedScopes } from "./scopes.ts";
import type { Fence } from "../store/storage.ts";

/** The caller of a request: its account and its credential. */
export interface Principal {
  account: Account;
  credential: {
    method: "api_key" | "oauth2" | "jwt";
    id: string;
    name: string;
    /**
     * `null` for every call, also of tools that are installed later. In a list, `*` stands for the same, next to scopes
     * that manage the account. See {@link hasScope}.
     */
    scopes: GrantedScopes;
    /** Epoch milliseconds, or `null` for a credential that does not expire. */
    expiresAt: number | null;
    /** Calls per UTC day with this credential, in addition to the limit of its account. Absent or `null`: no cap. */
    dailyLimit?: number | null;
    /** The IP addresses, and ranges in CIDR notation, of its clients. Absent or empty: every address. */
    allowedIps?: readonly string[];
  };
  /**
   * The documents from which this principal was read. The statement that counts a call compares them, so a revocation
   * or a plan change applies immediately. Empty if the authenticator keeps no documents in our store.
   */
  fences: readonly Fence[];
}

/** Resolves bearer credentials of one kind. */
export interface Authenticator {
  /**
   * Resolves the caller. Returns `null` if the credential is of another kind, so another authenticator can try. Throws
   * a `ToolsError` `invalid_credentials` if it is of this kind but invalid (with `wasValid` if it once was valid).
   * `fresh` bypasses every cache. `resource` is the path of the resource that the request is for, such as `/mcp`; absent
   * for the API. A token that was issued for another resource is invalid. Other credentials hold for every resource.
   */
  authenticate(
    credential: string,
    options?: { fresh?: boolean; resource?: string | undefined },
  ): Promise<Principal | null>;
  /**
   * Returns the caller if `authenticate` would return it from a cache, without waiting. Returns `undefined` if that has
   * to read or to check something.
   */
  recall?(credential: string): Principal | undefined;
}

/**
 * Returns an authenticator that tries each in turn and returns the first result that is not `null`.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { type Authenticator, firstAuthenticator } from "@tools-api/core";
 *
 * const tickets: Authenticator = { authenticate: async () => null };
 * const authenticator = firstAuthenticator(tickets, apiKeyAuthenticator({ documents: memoryDocuments() }));
 * console.log(await authenticator.authenticate("of no known kind")); // null
 * ```
 */
export function firstAuthenticator(...authenticators: readonly Authenticator[]): Authenticator {
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
    recall(credential) {
      for (const authenticator of authenticators) {
        const principal = authenticator.recall?.(credential);
        if (principal) return principal;
      }
      return undefined;
    },
  };
}
