import { z } from "zod";
import { parameter } from "../schema/validate.ts";

/** The scopes that manage an account. No credential has them by default. */
export const accountScopes = ["account:read", "account:write"] as const;

/**
 * The scope of the operator's calls. Only a session of an operator, and an API key for which an operator chose it, have
 * it.
 */
export const operatorScope = "operator";

/** An entry in the scopes of a credential that stands for every call, also of tools that are installed later. */
export const everyCall = "*";

/** The scopes of a credential. `null` is short for every call. */
export type GrantedScopes = readonly string[] | null;

const expected = "a scope such as usage:read";

/** A scope, as a tool names it: a noun and a verb. Which scopes exist depends on the tools that a server has. */
export const Scope = parameter(
  expected,
  z
    .string({ error: `expected ${expected}` })
    .regex(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/, `expected ${expected}`),
);

/**
 * Returns whether a credential may use a scope. `null`, and `*` in the list, include the scope of every call, also of
 * tools that are installed later. They do not include `account:read` and `account:write`, which manage the account, nor
 * `operator`.
 *
 * @param granted The scopes of the credential, as in `Principal`.
 *
 * @example
 * ```ts
 * import { hasScope } from "@tools-api/core";
 *
 * console.log(hasScope(["usage:read"], "profile:read"), hasScope(null, "profile:read")); // false true
 * console.log(hasScope(null, "account:read"), hasScope(["*", "account:read"], "account:read")); // false true
 * ```
 */
export function hasScope(granted: GrantedScopes, scope: string): boolean {
  if (granted?.includes(scope)) return true;
  const hasEveryCall = granted === null || granted.includes(everyCall);
  return hasEveryCall && ![...accountScopes, operatorScope].some((own) => own === scope);
}
