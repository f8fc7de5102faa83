import { z } from "zod";
import type { Account } from "./account.ts";
import { auditEntry } from "../audit/entries.ts";
import type { Source } from "../store/source.ts";
import { collection } from "../store/collection.ts";
import { transact } from "../store/commit.ts";
import { ToolsError } from "../errors.ts";
import { StoredName } from "../schema/name.ts";
import type { DocumentStore, WriteOperation } from "../store/storage.ts";
import { StoredInstant } from "../schema/wire.ts";
import { getAccount } from "./accounts.ts";
import { credentialEpoch, type Epochs } from "./credential-epoch.ts";
import { newIdentifier, secureRandomBytes } from "../store/identifier.ts";
import { tokenDigest } from "../store/token.ts";

/** The maximum number of passkeys of an account. */
const maxPasskeys = 10;

const Passkey = z.object({
  id: z.string(),
  name: StoredName,
  /** The credential id of WebAuthn, in base64url. */
  credential: z.string(),
  /** The COSE key of the credential, in base64url. */
  publicKey: z.string(),
  /** The last signature counter. 0 if the authenticator has none. */
  counter: z.int().min(0),
  transports: z.array(z.string()),
  createdAt: StoredInstant,
  lastUsedAt: StoredInstant.nullable(),
  /** The account's `credentialEpoch` at the creation of the passkey. */
  epoch: z.int().min(0),
});

/** A passkey of an account: a discoverable credential of WebAuthn. Instants are epoch milliseconds. */
export type Passkey = z.output<typeof Passkey>;

// One document for all passkeys of an account: the limit and the counters are exact without a document of their own.
const passkeyLists = collection("passkeys/{account}", z.object({ passkeys: z.array(Passkey) }));
const passkeyOwners = collection("passkey-owners/{digest}", z.object({ account: z.string() }));
const usedChallenges = collection("used-challenges/{digest}", z.object({ expiresAt: StoredInstant }), {
  expiresAt: ({ expiresAt }) => expiresAt,
});

/** A challenge that a passkey has signed. */
export interface SignedChallenge {
  challenge: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Returns the id of the documents about a credential or a challenge, which can be longer than a key of the store. */
async function digestIds(text: string): Promise<{ digest: string }> {
  return { digest: await tokenDigest(text) };
}

/** Returns the write that uses a challenge. Of several commits with the same challenge, one succeeds. */
async function redeemChallenge({ challenge, expiresAt }: SignedChallenge): Promise<WriteOperation> {
  return usedChallenges.create(await digestIds(challenge), { expiresAt });
}

function challengeUsed(): ToolsError {
  return new ToolsError("conflict", "The answer of the passkey was used before. Try again.");
}

function live(passkeys: readonly Passkey[], account: Epochs): Passkey[] {
  return passkeys.filter(({ epoch }) => epoch === credentialEpoch(account));
}

/**
 * Returns the passkeys of an account, the oldest first. Omits those that a new password has ended.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { createAccount, listPasskeys } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * console.log(await listPasskeys(documents, account)); // []
 * ```
 */
export async function listPasskeys(
  documents: DocumentStore,
  account: Pick<Account, "id"> & Epochs,
): Promise<Passkey[]> {
  const found = await passkeyLists.get(documents, { account: account.id });
  return found ? live(found.value.passkeys, account) : [];
}

/** The origin and the instant of a change. */
export interface PasskeyChange {
  /** Epoch milliseconds. */
  at: number;
  by: Source;
}

/**
 * Adds a passkey to an account.
 *
 * @param account As read when the caller was authenticated. If a new password has ended its credentials since, the
 *   passkey never works.
 * @throws ToolsError `conflict` if the account has ten passkeys, the challenge was used before, or an account has the
 *   credential.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { addPasskey, createAccount } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const signed = { challenge: "random", expiresAt: Date.now() + 60_000 };
 * const key = { name: "Laptop", credential: "Y3JlZA", publicKey: "a2V5", counter: 0, transports: ["internal"] };
 * const change = { at: Date.now(), by: { actor: { kind: "owner" } } } as const;
 * const { name } = await addPasskey(documents, account, { ...key, signed }, change);
 * console.log(name); // Laptop
 * ```
 */
export async function addPasskey(
  documents: DocumentStore,
  account: Pick<Account, "id"> & Epochs,
  fields: Pick<Passkey, "name" | "credential" | "publicKey" | "counter" | "transports"> & {
    signed: SignedChallenge;
  },
  { at, by }: PasskeyChange,
): Promise<Passkey> {
  const { signed, ...credential } = fields;
  const { id } = account;
  const passkey: Passkey = {
    id: newIdentifier("passkey", secureRandomBytes),
    ...credential,
    createdAt: at,
    lastUsedAt: null,
    epoch: credentialEpoch(account),
  };
  const owner = passkeyOwners.create(await digestIds(passkey.credential), { account: id });
  const challenge = await redeemChallenge(signed);
  return transact({ documents }, async () => {
    const found = await passkeyLists.get(documents, { account: id });
    const all = found?.value.passkeys ?? [];
    const kept = live(all, account);
    if (kept.length >= maxPasskeys)
      throw new ToolsError(
        "conflict",
        `The account already has ${maxPasskeys} passkeys, the maximum. Remove one first.`,
      );
    const ended = await Promise.all(
      all
        .filter((one) => !kept.includes(one))
        .map(async (one) => passkeyOwners.drop(await digestIds(one.credential))),
    );
    return {
      operations: [
        challenge,
        owner,
        passkeyLists.save(found, { account: id }, { passkeys: [...kept, passkey] }),
        ...ended.filter(({ key }) => key !== owner.key),
        ...auditEntry({
          account: id,
          action: "passkey.created",
          target: passkey.id,
          details: { name: passkey.name },
          ...by,
          at,
        }),
      ],
      result: passkey,
      onConflict(key) {
        if (key === challenge.key) throw challengeUsed();
        if (key === owner.key) throw new ToolsError("conflict", "This passkey is registered already.");
      },
    };
  });
}

/**
 * Removes a passkey. Returns false if the account has no passkey with that id.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { addPasskey, createAccount, removePasskey } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const signed = { challenge: "random", expiresAt: Date.now() + 60_000 };
 * const key = { name: "Laptop", credential: "Y3JlZA", publicKey: "a2V5", counter: 0, transports: ["internal"] };
 * const change = { at: Date.now(), by: { actor: { kind: "owner" } } } as const;
 * const { id } = await addPasskey(documents, account, { ...key, signed }, change);
 * console.log(await removePasskey(documents, account, id, change)); // true
 * ```
 */
export async function removePasskey(
  documents: DocumentStore,
  account: Pick<Account, "id"> & Epochs,
  id: string,
  { at, by }: PasskeyChange,
): Promise<boolean> {
  return transact({ documents }, async () => {
    const found = await passkeyLists.get(documents, { account: account.id });
    const passkey = found && live(found.value.passkeys, account).find((one) => one.id === id);
    if (!passkey) return { operations: [], result: false };
    const passkeys = found.value.passkeys.filter((one) => one.id !== id);
    return {
      operations: [
        passkeyLists.replace(found, { passkeys }),
        passkeyOwners.drop(await digestIds(passkey.credential)),
        ...auditEntry({
          account: account.id,
          action: "passkey.removed",
          target: id,
          details: { name: passkey.name },
          ...by,
          at,
        }),
      ],
      result: true,
    };
  });
}

/**
 * Returns the passkey with a credential id and its account. Returns `null` if there is none, or if it has ended.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { addPasskey, createAccount, findPasskey } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const signed = { challenge: "random", expiresAt: Date.now() + 60_000 };
 * const key = { name: "Laptop", credential: "Y3JlZA", publicKey: "a2V5", counter: 0, transports: ["internal"] };
 * const change = { at: Date.now(), by: { actor: { kind: "owner" } } } as const;
 * await addPasskey(documents, account, { ...key, signed }, change);
 * const found = await findPasskey(documents, key.credential);
 * console.log(found?.account.email); // ada@example.com
 * ```
 */
export async function findPasskey(
  documents: DocumentStore,
  credential: string,
): Promise<{ account: Account; passkey: Passkey } | null> {
  const owner = await passkeyOwners.get(documents, await digestIds(credential));
  const account = owner && (await getAccount(documents, owner.value.account))?.value;
  if (!account) return null;
  const passkey = (await listPasskeys(documents, account)).find((one) => one.credential === credential);
  return passkey ? { account, passkey } : null;
}

/**
 * Records the use of a passkey and of its challenge. Returns false if the passkey was removed, or if its counter does
 * not exceed the last one: a copy of the passkey exists (WebAuthn Level 3 §6.1.1).
 *
 * @throws ToolsError `conflict` if the challenge was used before.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { addPasskey, createAccount, usePasskey } from "@tools-api/core/accounts";
 *
 * const documents = memoryDocuments();
 * const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
 * const signed = { challenge: "random", expiresAt: Date.now() + 60_000 };
 * const key = { name: "Laptop", credential: "Y3JlZA", publicKey: "a2V5", counter: 0, transports: ["internal"] };
 * const change = { at: Date.now(), by: { actor: { kind: "owner" } } } as const;
 * const { id } = await addPasskey(documents, account, { ...key, signed }, change);
 * const use = { account: account.id, id, counter: 0, signed: { ...signed, challenge: "another" } };
 * console.log(await usePasskey(documents, use, Date.now())); // true
 * ```
 */
export async function usePasskey(
  documents: DocumentStore,
  { account, id, counter, signed }: { account: string; id: string; counter: number; signed: SignedChallenge },
  at: number,
): Promise<boolean> {
  const challenge = await redeemChallenge(signed);
  return transact({ documents }, async () => {
    const found = await passkeyLists.get(documents, { account });
    const passkey = found?.value.passkeys.find((one) => one.id === id);
    const isCopy = passkey && (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
    if (!found || !passkey || isCopy) return { operations: [], result: false };
    const used = { ...passkey, counter, lastUsedAt: at };
    const passkeys = found.value.passkeys.map((one) => (one.id === id ? used : one));
    return {
      operations: [challenge, passkeyLists.replace(found, { passkeys })],
      result: true,
      onConflict(key) {
        if (key === challenge.key) throw challengeUsed();
      },
    };
  });
}

/** Erases the passkeys of a closed account. */
export async function erasePasskeys(documents: DocumentStore, account: string): Promise<void> {
  const found = await passkeyLists.get(documents, { account });
  if (!found) return;
  const owners = found.value.passkeys.map(async ({ credential }) =>
    passkeyOwners.drop(await digestIds(credential)),
  );
  await documents.commit([passkeyLists.drop({ account }), ...(await Promise.all(owners))]);
}
