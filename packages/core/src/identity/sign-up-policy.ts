import { comparedEmail } from "../schema/email.ts";
import type { PlanVersion } from "./account.ts";
import { ToolsError } from "../errors.ts";

/** The rule for new accounts: `open` for anyone, `invite` with an invitation only, `closed` for the operator only. */
export const signUpModes = ["open", "invite", "closed"] as const;

/** The rules for new accounts. */
export interface SignUpPolicy {
  mode: (typeof signUpModes)[number];
  /** The domains of email addresses that can open an account, in lower case. Empty: any. */
  domains: readonly string[];
  /** The plan of new accounts, if no invitation names another. Default: version 1 of `free`. */
  opens?: PlanVersion | undefined;
}

/** A request to open an account. */
export interface AccountRequest {
  /** Absent if the issuer of an identity names no address. */
  email?: string | undefined;
  /** True for an invitation that is valid for the address. */
  isInvited?: boolean;
  /** True if an identity provider that the operator configured vouches for the user. That replaces an invitation. */
  isVouchedFor?: boolean;
}

/**
 * Returns whether an account may be opened. An invitation to an address replaces the check of its domain.
 *
 * @example
 * ```ts
 * import { mayOpenAccount } from "@tools-api/core/accounts";
 *
 * const policy = { mode: "invite", domains: ["example.com"] } as const;
 * console.log(mayOpenAccount(policy, { email: "ada@example.com", isVouchedFor: true })); // true
 * console.log(mayOpenAccount(policy, { email: "ada@example.com" })); // false
 * ```
 */
export function mayOpenAccount(
  { mode, domains }: SignUpPolicy,
  { email, isInvited = false, isVouchedFor = false }: AccountRequest,
): boolean {
  if (mode === "closed") return false;
  if (isInvited) return true;
  if (mode === "invite" && !isVouchedFor) return false;
  const domain = email && comparedEmail(email).slice(email.lastIndexOf("@") + 1);
  return domains.length === 0 || (domain !== undefined && domains.includes(domain));
}

/**
 * Returns the error for an account that may not be opened. It is the same whether or not the address has an account.
 *
 * @example
 * ```ts
 * import { signUpRefused } from "@tools-api/core/accounts";
 *
 * console.log(signUpRefused({ mode: "closed", domains: [] }).message); // This server does not accept new accounts.
 * ```
 */
export function signUpRefused({ mode, domains }: SignUpPolicy): ToolsError {
  const reasons = {
    closed: "This server does not accept new accounts.",
    invite: "A new account needs a valid invitation from the operator of this server.",
    open: `A new account needs an email address of ${domains.join(", ")}.`,
  };
  return new ToolsError("sign_up_refused", reasons[mode]);
}
