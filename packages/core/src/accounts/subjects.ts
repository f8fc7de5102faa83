import { z } from "zod";
import type { DocumentStore } from "../storage.ts";
import { showableName } from "../schemas/name.ts";
import { type AccountRevision, getAccount, prepareAccount } from "./accounts.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "./identifier.ts";

/** A user as an issuer of tokens names it: `iss` and `sub` of RFC 7519 §4.1, which are unique together. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** What the issuer says of a user for whom an account is opened. */
export interface NewSubject extends Subject {
  /** An e-mail address that the issuer has verified. */
  email?: string | undefined;
  name?: string | undefined;
}

const Mapping = z.object({ account: z.string() });

const Email = z.email().max(254);
const longestName = 200;

/** Digested, since an issuer may take an e-mail address for a name, and keys of documents are no place for those. */
async function subjectKey({ issuer, subject }: Subject): Promise<string> {
  // As JSON no issuer and name run into those of another.
  const bytes = new TextEncoder().encode(JSON.stringify([issuer, subject]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `subjects/${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The account that was opened for a user of an issuer, or `null`. */
export async function findSubject(
  documents: DocumentStore,
  subject: Subject,
): Promise<AccountRevision | null> {
  const mapping = await documents.get(await subjectKey(subject));
  return mapping && getAccount(documents, Mapping.parse(mapping.value).account);
}

/**
 * The account of a user of an issuer, which is opened for whoever comes first: of any number of callers at the same
 * time all get the same one. It has the e-mail address that the issuer has verified where no other account has that
 * address, else one that reaches nobody (RFC 2606 §2), and is never joined to an account that exists already: an
 * address alone proves nothing to its owner here.
 *
 * @param at The instant of opening, in epoch milliseconds.
 * @returns `null` where the account has been removed.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { provisionAccount } from "@tools-api/core";
 *
 * const ada = { issuer: "https://login.example.com/", subject: "ada" };
 * const documents = memoryDocuments();
 * const first = await provisionAccount(documents, ada, Date.now());
 * const again = await provisionAccount(documents, ada, Date.now());
 * console.log(first?.account.id === again?.account.id); // true
 * ```
 */
export async function provisionAccount(
  documents: DocumentStore,
  { email, name, ...subject }: NewSubject,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<AccountRevision | null> {
  const key = await subjectKey(subject);
  // Every account has an address. Where the issuer verified none that is free, it gets one that never receives mail
  // (RFC 2606 §2); random, so that nobody can take it before and keep the account from being opened.
  const unreachable = `${newIdentifier("user", randomBytes)}@accounts.invalid`;
  const addresses = Email.safeParse(email).success && email ? [email, unreachable] : [unreachable];
  for (const address of addresses) {
    const fields = {
      email: address,
      name: showableName(name ?? "")
        .slice(0, longestName)
        .toWellFormed(),
    };
    const { account, operations } = prepareAccount(fields, at, randomBytes);
    const result = await documents.commit([
      { key, value: { account: account.id }, ifAbsent: true },
      ...operations,
    ]);
    if (result.committed || result.conflict === key) break;
  }
  return findSubject(documents, subject);
}
