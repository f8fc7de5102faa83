import type { Account, PlanVersion } from "./account.ts";
import type { Source } from "../store/source.ts";
import { type ParameterError, ToolsError } from "../errors.ts";
import type { Stored } from "../store/collection.ts";
import type { WriteOperation } from "../store/storage.ts";
import {
  addressTaken,
  emailIds,
  emails,
  type NewAccountFields,
  nextRole,
  prepareAccount,
} from "./accounts.ts";
import { isAnswered, keepAnswer, RepeatedRequest, type RequestDigest } from "../store/idempotency.ts";
import { type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import { linkUsed, type MailLink, useMailLink } from "./mail-links.ts";
import { firstOperatorKey } from "./operators.ts";
import { passwordFault } from "./password-policy.ts";
import { hashNewPassword, type PasswordParts, passwordWrite } from "./passwords.ts";

/** The fields of the sign-up form. */
export interface SignUpFields {
  email: string;
  password: string;
  name?: string;
}

function parameterErrors(error: unknown): readonly ParameterError[] {
  if (error instanceof ToolsError && error.errors) return error.errors;
  throw error;
}

/** Returns the new account. Throws one error with the errors of all fields, including the password. */
function checked(
  fields: SignUpFields & Partial<PlanVersion> & Pick<NewAccountFields, "role" | "emailVerifiedAt">,
  at: number,
  randomBytes: RandomBytes,
  by: Source,
) {
  const { email, password, name = "", ...terms } = fields;
  const fault = passwordFault(password, { email, name });
  const passwordErrors = fault === null ? [] : [{ pointer: "#/password", detail: fault }];
  const refuse = (errors: ParameterError[]) =>
    new ToolsError(
      "invalid_parameter",
      errors.map(({ pointer, detail }) => `${pointer.slice(2)}: ${detail}`).join("; "),
      { errors },
    );
  try {
    const created = prepareAccount({ email, name, ...terms }, { at, randomBytes, by });
    if (passwordErrors.length === 0) return created;
  } catch (error) {
    throw refuse([...parameterErrors(error), ...passwordErrors]);
  }
  throw refuse(passwordErrors);
}

/**
 * Checks the fields of a sign-up without a look at the accounts.
 *
 * @throws ToolsError `invalid_parameter` with the errors of all fields.
 */
export function checkSignUp(fields: SignUpFields, at: number): void {
  checked(fields, at, secureRandomBytes, { actor: { kind: "owner" } });
}

/**
 * Opens an account with a password. The first account of a store is an operator.
 *
 * @param at Epoch milliseconds.
 * @returns The account, and the hash for its first session.
 * @throws ToolsError `invalid_parameter` with the errors of all fields; `conflict` if another account has the address;
 *   `not_found` if the link was used; `overloaded`.
 * @throws RepeatedRequest if the form was answered before.
 *
 * @example
 * ```ts
 * import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { signUp } from "@tools-api/core/accounts";
 *
 * const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 * const parts = { ...stores, passwords: scryptHasher() };
 * const password = "correct horse battery staple";
 * const { account } = await signUp(parts, { email: "ada@example.com", password }, Date.now());
 * console.log(account.plan); // free
 * ```
 */
export async function signUp(
  parts: PasswordParts,
  fields: SignUpFields,
  at: number,
  options: {
    randomBytes?: RandomBytes;
    form?: RequestDigest | undefined;
    /** The link that proves the address, which the account uses. Default: the address is not proved. */
    proof?: Stored<MailLink> | undefined;
    /** The plan of the account. Default: version 1 of `free`. */
    opens?: PlanVersion | undefined;
    /** Returns writes for the same commit, such as those that use an invitation. */
    otherWrites?: (account: Account) => WriteOperation[];
    by?: Source | undefined;
  } = {},
): Promise<{ account: Account; passwordHash: string }> {
  const { documents, passwords } = parts;
  const {
    randomBytes = secureRandomBytes,
    form,
    proof,
    opens,
    otherWrites,
    by = { actor: { kind: "owner" } },
  } = options;
  const role = await nextRole(documents);
  const { account, operations } = checked(
    { ...fields, ...opens, role, emailVerifiedAt: proof && at },
    at,
    randomBytes,
    by,
  );
  const passwordHash = await hashNewPassword(passwords, account, fields.password);
  const result = await documents.commit([
    ...(form ? [keepAnswer(form, account.id, at)] : []),
    ...(proof ? [useMailLink(proof)] : []),
    ...operations,
    passwordWrite(account.id, passwordHash, at),
    ...(otherWrites?.(account) ?? []),
  ]);
  if (!result.committed) {
    if (isAnswered(form, result.conflict)) throw new RepeatedRequest(account.email);
    if (result.conflict === proof?.key) throw linkUsed();
    if (result.conflict === firstOperatorKey) return signUp(parts, fields, at, options);
    if (result.conflict === emails.key(emailIds(account.email))) throw addressTaken(account.email);
    throw new ToolsError("conflict", "The invitation has been used or revoked.");
  }
  return { account, passwordHash };
}
