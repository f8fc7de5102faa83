import { EmailAddress } from "../schema/email.ts";
import { z } from "zod";
import type { PlanName } from "./account-terms.ts";
import type { Account, PlanVersion } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { collection, type Stored } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import { requireActive } from "./sign-in.ts";
import { ToolsError } from "../errors.ts";
import { showableName } from "../schema/name.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { StoredInstant } from "../schema/wire.ts";
import { emailIds, emails, getAccount, maxNameLength, nextRole, prepareAccount } from "./accounts.ts";
import { credentialEpoch, type Epochs } from "./credential-epoch.ts";
import { type Invitation, invitationWrites } from "./invitations.ts";
import { type NewSubject, type Subject, subjectIds } from "./subjects.ts";

const ProviderLink = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** The address that the provider had verified at the time of the link. */
  email: z.string(),
  createdAt: StoredInstant,
  lastUsedAt: StoredInstant,
  /** The account's `credentialEpoch` at the creation of the link. */
  epoch: z.int().min(0),
});

/** The user of an identity provider who signs in to an account. Instants are epoch milliseconds. */
export type ProviderLink = z.output<typeof ProviderLink>;

/** The link of an account. It is `null` after the owner removed it: then no sign-in links the account by its address. */
const links = collection("provider-links/{account}", z.object({ link: ProviderLink.nullable() }));
const linkOwners = collection("provider-link-owners/{digest}", z.object({ account: z.string() }));

type LinkDocument = Stored<{ link: ProviderLink | null }>;

/** Returns the link of a document, or `null` if there is none or a new password has ended it. */
function live(found: LinkDocument | null, account: Epochs): ProviderLink | null {
  const link = found?.value.link;
  return link && link.epoch === credentialEpoch(account) ? link : null;
}

/**
 * Returns the identity provider's user who signs in to an account, or `null` if there is none.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, findProviderLink } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * console.log(await findProviderLink(documents, account)); // null
 * ```
 */
export async function findProviderLink(
  documents: DocumentStore,
  account: Pick<Account, "id"> & Epochs,
): Promise<ProviderLink | null> {
  return live(await links.get(documents, { account: account.id }), account);
}

/** Returns the writes that free the user of a link, unless the user is linked to another account meanwhile. */
async function ownerDrops(
  documents: DocumentStore,
  account: string,
  link: ProviderLink | null | undefined,
): Promise<WriteOperation[]> {
  const owner = link && (await linkOwners.get(documents, await subjectIds(link)));
  return owner?.value.account === account ? [linkOwners.remove(owner)] : [];
}

/** The origin and the instant of a change. */
interface LinkChange {
  /** Epoch milliseconds. */
  at: number;
  by: Source;
}

/** Returns the writes that link a user of a provider to an account, instead of the user who was linked before. */
async function linkWrites(
  documents: DocumentStore,
  { account, user }: { account: Pick<Account, "id"> & Epochs; user: NewSubject },
  { at, by }: LinkChange,
): Promise<WriteOperation[]> {
  const { issuer, subject, email = "" } = user;
  const ids = await subjectIds(user);
  const [found, owner] = await Promise.all([
    links.get(documents, { account: account.id }),
    linkOwners.get(documents, ids),
  ]);
  const ended = await ownerDrops(documents, account.id, found?.value.link);
  const owned = linkOwners.save(owner, ids, { account: account.id });
  const epoch = credentialEpoch(account);
  const link = { issuer, subject, email, createdAt: at, lastUsedAt: at, epoch };
  return [
    links.save(found, { account: account.id }, { link }),
    owned,
    ...ended.filter(({ key }) => key !== owned.key),
    ...auditEntry({
      account: account.id,
      action: "identity_provider.linked",
      details: { issuer },
      ...by,
      at,
    }),
  ];
}

/** Returns the account that a user of a provider is linked to, with the document of the link. */
async function linkedAccount(
  documents: DocumentStore,
  user: Subject,
): Promise<{ account: Account; found: LinkDocument; link: ProviderLink } | null> {
  const owner = await linkOwners.get(documents, await subjectIds(user));
  const account = owner && (await getAccount(documents, owner.value.account))?.value;
  if (!account || account.status === "closed") return null;
  const found = await links.get(documents, { account: account.id });
  const link = live(found, account);
  const isUser = link?.issuer === user.issuer && link.subject === user.subject;
  return found && link && isUser ? { account, found, link } : null;
}

function notLinked(reason: string): ToolsError {
  return new ToolsError("conflict", reason);
}

/**
 * Requires that a sign-in may link an account that has the user's address.
 * Attack: an attacker opens an account with the address of a victim, who then signs in to it through the provider.
 */
function requireLinkable(account: Account, found: LinkDocument | null, { issuer }: Subject): void {
  if (account.emailVerifiedAt === undefined)
    throw notLinked(
      "An account with your email address exists, but its owner has not confirmed the address. Sign in to it in another " +
        "way and confirm the address on the profile page first.",
    );
  if (found?.value.link === null)
    throw notLinked(
      "The owner of this account has disconnected it. Sign in in another way, then connect it on the profile page.",
    );
  if (live(found, account)?.issuer === issuer)
    throw notLinked(
      "The account with your email address is connected to another user of the identity provider. Sign in in another way.",
    );
}

/** The rules of a host for new accounts. */
interface AccountOpenings {
  /** Returns the invitation that a new account uses, or throws if none may be opened. */
  admit: (email: string) => Promise<Stored<Invitation> | null>;
  /** Returns the plan of a new account from that of the invitation. Default: version 1 of the plan, or of `free`. */
  opens?: (plan: PlanName | undefined) => Partial<PlanVersion>;
}

/**
 * Returns the account of a user of the identity provider. The link decides. A user without a link is linked to the account
 * with the user's address if both sides have verified it, or gets a new account.
 *
 * @param user `email` is absent unless the provider has verified it.
 * @returns The account, which can be suspended, and whether it is new.
 * @throws ToolsError `conflict` if the user cannot be linked; the error of `openings.admit`.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { providerAccount } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const user = { issuer: "https://id.example.com", subject: "ada", email: "ada@example.com" };
 * const change = { at: Date.now(), by: { actor: { kind: "owner" } } } as const;
 * const { account, isNew } = await providerAccount(documents, user, { admit: async () => null }, change);
 * console.log(account.email, isNew); // ada@example.com true
 * ```
 */
export async function providerAccount(
  documents: DocumentStore,
  user: NewSubject,
  { admit, opens = (plan) => ({ plan }) }: AccountOpenings,
  change: LinkChange,
): Promise<{ account: Account; isNew: boolean }> {
  const { at, by } = change;
  return transact({ documents }, async () => {
    const known = await linkedAccount(documents, user);
    if (known) {
      const { account, found, link } = known;
      const used = links.replace(found, { link: { ...link, lastUsedAt: at } });
      return { operations: [used], result: { account, isNew: false } };
    }
    const { email } = user;
    if (email === undefined || !EmailAddress.safeParse(email).success)
      throw notLinked(
        "The identity provider has not verified your email address, so it cannot sign you in here for the first time.",
      );
    const entry = await emails.get(documents, emailIds(email));
    const account = entry && (await getAccount(documents, entry.value.account))?.value;
    if (account) {
      requireLinkable(account, await links.get(documents, { account: account.id }), user);
      const result = { account, isNew: false };
      requireActive(account);
      // The commit fails if the account gives up the address meanwhile.
      const sameAddress = emails.replace(entry, entry.value);
      return {
        operations: [...(await linkWrites(documents, { account, user }, change)), sameAddress],
        result,
      };
    }
    const invitation = await admit(email);
    const name = showableName(user.name ?? "").slice(0, maxNameLength);
    const role = await nextRole(documents);
    const opened = prepareAccount(
      { email, name: name.toWellFormed(), role, emailVerifiedAt: at, ...opens(invitation?.value.plan) },
      { at, by },
    );
    return {
      operations: [
        ...opened.operations,
        ...(await linkWrites(documents, { account: opened.account, user }, change)),
        ...(invitation ? invitationWrites(invitation, opened.account.id, at) : []),
      ],
      result: { account: opened.account, isNew: true },
    };
  });
}

/**
 * Links a user of the identity provider to the account of a signed-in owner, whatever the addresses of both are.
 *
 * @param account As read when the owner was authenticated.
 * @throws ToolsError `conflict` if the user or the account is linked already.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, findProviderLink, linkProvider } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const user = { issuer: "https://id.example.com", subject: "ada", email: "ada@example.com" };
 * const change = { at: Date.now(), by: { actor: { kind: "owner" } } } as const;
 * await linkProvider(documents, account, user, change);
 * console.log((await findProviderLink(documents, account))?.issuer); // https://id.example.com
 * ```
 */
export async function linkProvider(
  documents: DocumentStore,
  account: Pick<Account, "id"> & Epochs,
  user: NewSubject,
  change: LinkChange,
): Promise<void> {
  return transact({ documents }, async () => {
    const [known, link] = await Promise.all([
      linkedAccount(documents, user),
      findProviderLink(documents, account),
    ]);
    if (known)
      throw notLinked(
        known.account.id === account.id
          ? "This user of the identity provider is connected to your account already."
          : "This user of the identity provider is connected to another account.",
      );
    if (link?.issuer === user.issuer)
      throw notLinked(
        "Your account is connected to another user of the identity provider. Disconnect it first.",
      );
    return { operations: await linkWrites(documents, { account, user }, change), result: undefined };
  });
}

/**
 * Removes the link of an account. Returns false if there is none.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, linkProvider, removeProviderLink } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const user = { issuer: "https://id.example.com", subject: "ada", email: "ada@example.com" };
 * const change = { at: Date.now(), by: { actor: { kind: "owner" } } } as const;
 * await linkProvider(documents, account, user, change);
 * console.log(await removeProviderLink(documents, account, change)); // true
 * ```
 */
export async function removeProviderLink(
  documents: DocumentStore,
  account: Pick<Account, "id"> & Epochs,
  { at, by }: LinkChange,
): Promise<boolean> {
  return transact({ documents }, async () => {
    const found = await links.get(documents, { account: account.id });
    const link = live(found, account);
    if (!found || !link) return { operations: [], result: false };
    return {
      operations: [
        links.replace(found, { link: null }),
        ...(await ownerDrops(documents, account.id, link)),
        ...auditEntry({
          account: account.id,
          action: "identity_provider.unlinked",
          details: { issuer: link.issuer },
          ...by,
          at,
        }),
      ],
      result: true,
    };
  });
}

/** Erases the link of a closed account. */
export async function eraseProviderLink(documents: DocumentStore, account: string): Promise<void> {
  const found = await links.get(documents, { account });
  if (!found) return;
  const owners = await ownerDrops(documents, account, found.value.link);
  await documents.commit([links.drop({ account }), ...owners]);
}
