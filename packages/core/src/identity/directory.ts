import { type PlanName, standardPlan } from "./account-terms.ts";
import { Account } from "./account.ts";
import type { DocumentStore, StoredDocument } from "../store/storage.ts";
import { invalidParameters } from "../schema/validate.ts";
import { accounts, getAccount } from "./accounts.ts";
import { apiKeyPrefix, hasApiKeyPrefix } from "./api-key-format.ts";
import { keyOwners } from "./api-key.ts";
import {
  type DirectoryGroup,
  directoryGroups,
  directoryTerms,
  foldTerm,
  searchTerms,
} from "./directory-entries.ts";

/** A search for accounts. All conditions hold together. */
export interface AccountSearch {
  /**
   * Words that begin the address, its domain with `@`, or words of the name, without regard to case and accents. Or
   * the id of a key, the prefix of its secret, or the beginning of the id of an account.
   */
  query?: string | undefined;
  plan?: PlanName | undefined;
  status?: Account["status"] | undefined;
  /** True for accounts with a failed payment that is still due. */
  pastDue?: boolean | undefined;
  /** True for accounts that have used up the allowance of the current day. */
  overLimit?: boolean | undefined;
  /** The `next` of the previous page. */
  after?: string | undefined;
  /** The maximum number of accounts. */
  limit: number;
}

/** A page of accounts. `next` is `null` on the last page. */
export interface AccountPage {
  accounts: Account[];
  next: string | null;
}

// Bounds the cost of a page whose conditions few accounts meet.
const maxEntries = 200;
const minBatchSize = 50;

/** A list of documents, one for each account to consider. */
interface Candidates {
  /** The beginning of the keys of the documents. The id of the account is the last segment of a key. */
  prefix: string;
  /** Returns whether a document leads to this account as it is now, and is the only one of the list that does. */
  isCurrent?: (account: Account, key: string) => boolean;
}

const allAccounts = accounts.key({ id: "" });

function group(name: DirectoryGroup): Candidates {
  return { prefix: directoryGroups.key({ group: name, account: "" }) };
}

/** Returns the words of a query as the beginnings of terms, the longest and so the rarest first. */
function queryWords(query: string): string[] {
  const words = query.split(/\s+/u).filter((word) => word !== "");
  return words.map(foldTerm).toSorted((a, b) => b.length - a.length);
}

function beginningWith(word: string): Candidates {
  return {
    prefix: `directory/terms/${word}`,
    isCurrent(account, key) {
      const keys = searchTerms(account)
        .filter((term) => term.startsWith(word))
        .map((term) => directoryTerms.key({ term, account: account.id }));
      return key === keys.toSorted()[0];
    },
  };
}

/** Returns the list that is likely to be the shortest. */
function candidates({ query = "", plan, status, pastDue, overLimit }: AccountSearch): Candidates {
  const [word] = queryWords(query);
  if (query.startsWith("acct_")) return { prefix: allAccounts + foldId(query) };
  if (hasApiKeyPrefix(query)) return { prefix: `directory/keys/${foldId(apiKeyPrefix(query))}/` };
  if (overLimit) return group("over-limit");
  if (pastDue) return group("past-due");
  if (status !== undefined && status !== "active") return group(`status-${status}`);
  if (word !== undefined) return beginningWith(word);
  // The groups of all versions. Those of plans with a longer name are skipped as other accounts are.
  if (plan !== undefined && plan !== standardPlan) return { prefix: `directory/groups/plan-${plan}` };
  return { prefix: allAccounts };
}

/** Returns an id or key as far as it can be the beginning of a stored one. */
function foldId(query: string): string {
  return /^[0-9A-Za-z_]*/.exec(query)?.[0] ?? "";
}

/** Returns whether an account meets the conditions of a search. */
async function matches(
  documents: DocumentStore,
  account: Account,
  { query = "", plan, status, pastDue, overLimit }: AccountSearch,
): Promise<boolean> {
  if (plan !== undefined && account.plan !== plan) return false;
  if (status !== undefined && account.status !== status) return false;
  if (!query.startsWith("acct_") && !hasApiKeyPrefix(query)) {
    const terms = searchTerms(account);
    if (!queryWords(query).every((word) => terms.some((term) => term.startsWith(word)))) return false;
  }
  const groups: DirectoryGroup[] = [
    ...(pastDue ? (["past-due"] as const) : []),
    ...(overLimit ? (["over-limit"] as const) : []),
  ];
  const memberships = await Promise.all(
    groups.map((name) => directoryGroups.get(documents, { group: name, account: account.id })),
  );
  return memberships.every((entry) => entry !== null);
}

/** Returns the account of an entry if it meets the conditions, or `null`. */
async function readCandidate(
  documents: DocumentStore,
  { key, value }: StoredDocument,
  { isCurrent }: Candidates,
  search: AccountSearch,
): Promise<Account | null> {
  const id = key.slice(key.lastIndexOf("/") + 1);
  const account = key.startsWith(allAccounts)
    ? Account.parse(value)
    : (await getAccount(documents, id))?.value;
  if (!account || isCurrent?.(account, key) === false) return null;
  return (await matches(documents, account, search)) ? account : null;
}

/** Checks a cursor: another search has other entries. */
function requireCursor(after: string | undefined, prefix: string): void {
  if (after === undefined || after.startsWith(prefix)) return;
  throw invalidParameters([{ name: "after", detail: "expected the next of a page of the same search" }]);
}

/** Returns the page of the account that has a key with the id of the query. */
async function pageOfKey(
  documents: DocumentStore,
  { query = "", ...search }: AccountSearch,
): Promise<AccountPage> {
  const owner = await keyOwners.get(documents, { id: query });
  const found = owner && (await getAccount(documents, owner.value.account));
  const isMatch = found && (await matches(documents, found.value, search));
  return { accounts: isMatch ? [found.value] : [], next: null };
}

/**
 * Returns a page of the accounts that meet all conditions, in the order of the words that match or of the account ids. A
 * page reads at most 200 entries of the directory. So it can have fewer accounts than `limit`, or none, although there
 * are more: continue until `next` is `null`.
 *
 * @throws ToolsError `invalid_parameter` for an `after` of another search.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, searchAccounts } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * await createAccount(documents, { email: "ada@example.com", name: "Ada Lovelace" }, { at: Date.now() });
 * const { accounts, next } = await searchAccounts(documents, { query: "love", limit: 50 });
 * console.log(accounts.map(({ email }) => email), next); // [ "ada@example.com" ] null
 * ```
 */
export async function searchAccounts(documents: DocumentStore, search: AccountSearch): Promise<AccountPage> {
  const conditions = { ...search, query: search.query?.trim() };
  if (conditions.query?.startsWith("key_")) return pageOfKey(documents, conditions);
  const list = candidates(conditions);
  requireCursor(search.after, list.prefix);
  const found: Account[] = [];
  let position = search.after;
  // One account more than the page has tells whether there is a next page.
  const batchSize = Math.max(minBatchSize, search.limit + 1);
  for (let left = maxEntries; left > 0; left -= batchSize) {
    const batch = Math.min(batchSize, left);
    const page = { limit: batch, ...(position !== undefined && { after: position }) };
    const entries = await documents.list(list.prefix, page);
    const read = await Promise.all(
      entries.map(async (entry) => ({
        key: entry.key,
        account: await readCandidate(documents, entry, list, conditions),
      })),
    );
    for (const { key, account } of read) {
      if (account && found.length === search.limit) return { accounts: found, next: position ?? null };
      if (account) found.push(account);
      position = key;
    }
    if (entries.length < batch) return { accounts: found, next: null };
  }
  return { accounts: found, next: position ?? null };
}
