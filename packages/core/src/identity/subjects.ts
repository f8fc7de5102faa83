import { EmailAddress } from "../schema/email.ts";
import { z } from "zod";
import type { Account, PlanVersion } from "./account.ts";
import { collection, type Stored } from "../store/collection.ts";
import { showableName } from "../schema/name.ts";
import type { DocumentStore } from "../store/storage.ts";
import { getAccount, maxNameLength, prepareAccount } from "./accounts.ts";
import { newIdentifier, type RandomBytes, secureRandomBytes } from "../store/identifier.ts";
import { tokenDigest } from "../store/token.ts";

/** A user of a token issuer: `iss` and `sub` of RFC 7519 §4.1, which are unique together. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** The issuer's data about a user for whom an account is opened. */
export interface NewSubject extends Subject {
  /** An e-mail address that the issuer has verified. */
  email?: string | undefined;
  name?: string | undefined;
}

const subjects = collection("subjects/{digest}", z.object({ account: z.string() }));

/**
 * Returns the id of a subject's mapping. It is a digest, because an issuer may use an e-mail address as the subject,
 * and document keys must not contain addresses.
 */
export async function subjectIds({ issuer, subject }: Subject): Promise<{ digest: string }> {
  // JSON keeps the pairs unambiguous: no two pairs of issuer and subject give the same text.
  return { digest: await tokenDigest(JSON.stringify([issuer, subject])) };
}

/**
 * Returns the account that was opened for a user of an issuer, or `null` if there is none.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { findSubject } from "@tools-api/core/accounts";
 *
 * const subject = { issuer: "https://id.example.com", subject: "ada" };
 * console.log(await findSubject(memoryDocuments(), subject)); // null
 * ```
 */
export async function findSubject(
  documents: DocumentStore,
  subject: Subject,
): Promise<Stored<Account> | null> {
  const mapping = await subjects.get(documents, await subjectIds(subject));
  return mapping && getAccount(documents, mapping.value.account);
}

/**
 * Returns the account of a user of an issuer, and opens it at the first call. Concurrent calls get the same account. It
 * gets the e-mail address that the issuer verified, unless another account has that address. Then it gets an address
 * that never receives mail (RFC 2606 §2). It is never joined to an existing account, because a matching address does
 * not prove that both have the same owner.
 *
 * @param subject.opens The plan of a new account. Default: version 1 of `free`.
 * @param at The instant of opening in epoch milliseconds.
 * @returns `null` if the account has been deleted.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { provisionAccount } from "@tools-api/core/accounts";
 *
 * const ada = { issuer: "https://login.example.com/", subject: "ada" };
 * const documents = memoryDocuments();
 * const first = await provisionAccount(documents, ada, Date.now());
 * const again = await provisionAccount(documents, ada, Date.now());
 * console.log(first?.value.id === again?.value.id); // true
 * ```
 */
export async function provisionAccount(
  documents: DocumentStore,
  { email, name, opens, ...subject }: NewSubject & { opens?: PlanVersion | undefined },
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Stored<Account> | null> {
  const ids = await subjectIds(subject);
  // Every account has an address. If the issuer verified none that is free, the account gets one that never receives
  // mail (RFC 2606 §2). It is random, so an attacker cannot take it first and prevent the account from opening.
  const unreachable = `${newIdentifier("user", randomBytes)}@accounts.invalid`;
  const addresses = EmailAddress.safeParse(email).success && email ? [email, unreachable] : [unreachable];
  for (const address of addresses) {
    const fields = {
      email: address,
      ...(address === email && { emailVerifiedAt: at }),
      name: showableName(name ?? "")
        .slice(0, maxNameLength)
        .toWellFormed(),
      ...opens,
    };
    const { account, operations } = prepareAccount(fields, { at, randomBytes });
    const mapping = subjects.create(ids, { account: account.id });
    const result = await documents.commit([mapping, ...operations]);
    if (result.committed || result.conflict === mapping.key) break;
  }
  return findSubject(documents, subject);
}
