import { z } from "zod";
import type { Account } from "./account.ts";
import { collection } from "../store/collection.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";

/**
 * The active accounts with a role, in one document: every change of it requires its version, so two processes that
 * demote the last two operators at the same time cannot both succeed.
 */
const holders = collection("roles/{role}", z.object({ accounts: z.array(z.string()) }));

const ids = { role: "operator" };

// The document is read and written as a whole.
const maxOperators = 100;

type RoleAndStatus = Pick<Account, "role" | "status">;

function isActiveOperator({ role, status }: RoleAndStatus): boolean {
  return role === "operator" && status === "active";
}

/**
 * Returns the writes that a change of an account's role or status needs. Empty if it makes no active operator more or
 * less.
 *
 * @throws ToolsError `conflict` for the last active operator, and beyond 100 operators.
 */
export async function operatorWrites(
  documents: DocumentStore,
  before: Account,
  after: RoleAndStatus,
): Promise<WriteOperation[]> {
  if (isActiveOperator(before) === isActiveOperator(after)) return [];
  const found = await holders.get(documents, ids);
  const others = (found?.value.accounts ?? []).filter((id) => id !== before.id);
  const accounts = isActiveOperator(after) ? [...others, before.id] : others;
  if (accounts.length === 0)
    throw new ToolsError(
      "conflict",
      `${before.id} is the last active operator. Make another account an operator first.`,
    );
  if (accounts.length > maxOperators)
    throw new ToolsError("conflict", `There are already ${maxOperators} operators, the maximum.`);
  return [holders.save(found, ids, { accounts })];
}

/**
 * Returns the writes that make an account that is being opened the first operator. The commit fails with the key of the
 * write if there is one already.
 */
export function firstOperatorWrites({ id }: Account): WriteOperation[] {
  return [holders.create(ids, { accounts: [id] })];
}

/** The key whose condition fails if there already is an operator. */
export const firstOperatorKey = holders.key(ids);
