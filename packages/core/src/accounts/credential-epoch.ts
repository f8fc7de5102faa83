import { ToolsError } from "../errors.ts";
import type { DocumentStore } from "../storage.ts";
import type { Account } from "./account.ts";
import { getAccount } from "./accounts.ts";

/**
 * Numbers that an account raises to end what was issued under it. A session or sign-in link is valid while it has the
 * account's `sessionEpoch`; a key, client or grant while it has its `credentialEpoch`. One commit of the account ends
 * all of them, whatever a request that is in progress still writes under the old number.
 */
export type Epochs = Pick<Account, "sessionEpoch" | "credentialEpoch">;

/** Returns the number that sessions and sign-in links of the account have. */
export function sessionEpoch({ sessionEpoch: epoch = 0 }: Epochs): number {
  return epoch;
}

/** Returns the number that keys, clients and grants of the account have. */
export function credentialEpoch({ credentialEpoch: epoch = 0 }: Epochs): number {
  return epoch;
}

/**
 * Returns the account's epochs: those of the caller's own reading of the account, or those that are stored. A request
 * passes what it was authenticated with, so that a credential it creates after the epoch was raised is invalid.
 */
export async function currentEpochs(
  documents: DocumentStore,
  account: string,
  known: Epochs | undefined,
): Promise<Epochs> {
  return known ?? (await getAccount(documents, account))?.account ?? {};
}

/**
 * Refuses a change by a caller that was authenticated before a new password was set.
 *
 * @param caller The epochs of the account as the caller was authenticated; absent for an operator.
 * @throws ToolsError `conflict`.
 */
export function requireSameSession(account: Epochs, caller: Epochs | undefined): void {
  if (
    caller &&
    (sessionEpoch(account) !== sessionEpoch(caller) || credentialEpoch(account) !== credentialEpoch(caller))
  )
    throw new ToolsError("conflict", "The password was changed meanwhile. Sign in again.");
}
