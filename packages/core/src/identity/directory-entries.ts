import { z } from "zod";
import { standardPlan } from "./account-terms.ts";
import type { Account, PlanVersion } from "./account.ts";
import { collection } from "../store/collection.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";

/** A set of accounts that operators list. Most accounts are in none, so that the sets stay small. */
export type DirectoryGroup = "past-due" | "over-limit" | `plan-${string}` | `status-${string}`;

const nothing = z.object({});

/** The accounts by the words with which an operator can find them. */
export const directoryTerms = collection("directory/terms/{term}/{account}", nothing);

/** The accounts of each {@link DirectoryGroup}. */
export const directoryGroups = collection("directory/groups/{group}/{account}", nothing);

// An owner chooses the name. Every word of it costs a document.
const maxWords = 8;
const maxTermLength = 64;

/**
 * Returns a word as the directory stores it: without case and accents, in ASCII, and cut. The beginning of a word is the
 * beginning of its term.
 */
export function foldTerm(word: string): string {
  const folded = word.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return encodeURIComponent(folded.toWellFormed()).slice(0, maxTermLength);
}

/** Returns the terms of an account: its address, the domain of the address, and the words of its name. */
export function searchTerms({ email, name }: Pick<Account, "email" | "name">): string[] {
  const domain = email.slice(email.lastIndexOf("@"));
  const words = name.split(/\s+/u).slice(0, maxWords);
  return [...new Set([email, domain, ...words].map(foldTerm).filter((term) => term !== ""))];
}

/**
 * Returns the group of a version of a plan. The groups of its versions sort together. There is none for the standard
 * plan, which most accounts are on.
 */
function planGroup({ plan, planVersion = 1 }: Pick<Account, "plan" | "planVersion">): DirectoryGroup {
  return planVersion === 1 ? `plan-${plan}` : `plan-${plan}.${planVersion}`;
}

// There are at most a few versions of a few plans.
const maxVersions = 1_000;

/**
 * Returns the versions of plans that accounts are on, except version 1 of the standard plan. Reads one entry for each
 * version, however many accounts there are.
 */
export async function plansInUse(documents: DocumentStore): Promise<PlanVersion[]> {
  const prefix = "directory/groups/plan-";
  const found: PlanVersion[] = [];
  let after: string | undefined;
  while (found.length < maxVersions) {
    const [entry] = await documents.list(prefix, { limit: 1, ...(after !== undefined && { after }) });
    if (!entry) break;
    const [group = ""] = entry.key.slice(prefix.length).split("/");
    const [plan = "", version] = group.split(".");
    found.push({ plan, ...(version !== undefined && { planVersion: Number(version) }) });
    // Ids of accounts consist of letters, digits and _, which sort before ~.
    after = `${prefix}${group}/~`;
  }
  return found;
}

/** Returns the keys of the index entries of an account. */
function entryKeys(account: Account): string[] {
  const groups: DirectoryGroup[] = [];
  if (account.plan !== standardPlan) groups.push(planGroup(account));
  if (account.status !== "active") groups.push(`status-${account.status}`);
  return [
    ...searchTerms(account).map((term) => directoryTerms.key({ term, account: account.id })),
    ...groups.map((group) => directoryGroups.key({ group, account: account.id })),
  ];
}

/**
 * Returns the writes that bring the directory from one state of an account to the next. They belong to the commit of the
 * account.
 *
 * @param before `null` for a new account.
 */
export function directoryWrites(before: Account | null, after: Account): WriteOperation[] {
  const obsolete = new Set(before === null ? [] : entryKeys(before));
  const added = entryKeys(after).filter((key) => !obsolete.delete(key));
  const hasSameLimit =
    before === null ||
    (before.plan === after.plan &&
      before.planVersion === after.planVersion &&
      before.dailyLimit === after.dailyLimit);
  return [
    ...[...obsolete].map((key) => ({ key })),
    ...added.map((key) => ({ key, value: {} })),
    // The call that reaches the new limit adds the account again.
    ...(hasSameLimit ? [] : [groupWrite("over-limit", after.id, { isMember: false })]),
  ];
}

/** Returns the write that adds an account to a group or takes it out. */
export function groupWrite(
  group: DirectoryGroup,
  account: string,
  { isMember, expiresAt }: { isMember: boolean; expiresAt?: number },
): WriteOperation {
  const ids = { group, account };
  return isMember ? directoryGroups.put(ids, {}, { expiresAt }) : directoryGroups.drop(ids);
}
