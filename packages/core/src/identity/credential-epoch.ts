import type { Account } from "./account.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore } from "../store/storage.ts";
import { getAccount } from "./accounts.ts";

/**
 * Numbers that an account increments to end the credentials issued under them. A session or sign-in link is valid while
 * it has the account's `sessionEpoch`. A key, client or grant is valid while it has the account's `credentialEpoch`.
 * One commit of the account ends all of them, including those that a request in progress still writes under the old
 * number.
 */
export type Epochs = Pick<Account, "sessionEpoch" | "credentialEpoch">;

/** Returns the epoch for sessions and sign-in links of the account. */
export function sessionEpoch({ sessionEpoch: epoch = 0 }: Epochs): number {
  return epoch;
}

/** Returns the epoch for keys, clients and grants of the account. */
export function credentialEpoch({ credentialEpoch: epoch = 0 }: Epochs): number {
  return epoch;
}

/**
 * Returns the account's epochs: `known` if given, otherwise the stored ones. A request passes the epochs it was
 * authenticated with. A credential that it creates after the epoch was raised is then invalid.
 */
export async function currentEpochs(
  documents: DocumentStore,
  account: string,
  known: Epochs | undefined,
): Promise<Epochs> {
  return known ?? (await getAccount(documents, account))?.value ?? {};
}

/**
 * Refuses a change by a caller that was authenticated before a new password was set.
 *
 * @param caller The account's epochs as read when the caller was authenticated; absent for an operator.
 * @throws ToolsError `conflict`.
 */
export function requireSameSession(account: Epochs, caller: Epochs | undefined): void {
  if (
    caller &&
    (sessionEpoch(account) !== sessionEpoch(caller) || credentialEpoch(account) !== credentialEpoch(caller))
  )
    throw new ToolsError("conflict", "The password was changed meanwhile. Sign in again.");
}
