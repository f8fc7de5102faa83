import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import type { DocumentStore } from "@tools-api/core";
import { ToolsError } from "@tools-api/core/errors";
import { collection, transact } from "@tools-api/core/internal";
import { z } from "zod";
import type { Config } from "./config.ts";

const Fingerprints = z.object({
  /** That of `SESSION_SECRET`; `null` if the secret was created and is in the store. */
  sessionSecret: z.string().nullable(),
  /** Those of all secrets of `KEY_PEPPER` under which the store may have keys. */
  keyPeppers: z.array(z.string()),
});

const fingerprints = collection("settings/secret-fingerprints", Fingerprints);

type ConfiguredSecrets = Pick<Config, "sessionSecret" | "keyPeppers">;

// With scrypt and a salt, a reader of the store cannot find a secret with little randomness by trying words. 16 MB, and a
// few hundredths of a second at the start of a server.
const hasher = scryptHasher({ logCost: 14 });

/** A secret that is not the one under which the store was written. */
export interface ChangedSecret {
  message: string;
  /** The next step of the operator. */
  advice: string;
}

const accept = "run tools-api doctor --accept-secrets";

function changedPepper(missing: number): ChangedSecret {
  const what = missing === 1 ? "a secret" : `${missing} secrets`;
  return {
    message: `KEY_PEPPER lacks ${what} under which API keys are stored. These keys are refused with 401.`,
    advice: `Add the earlier secret after the new one: KEY_PEPPER=NEW,EARLIER. If these keys may stay refused, ${accept}.`,
  };
}

function changedSessionSecret(isSet: boolean): ChangedSecret {
  return {
    message:
      `SESSION_SECRET ${isSet ? "is another secret than the one" : "is not set, and there is one"} under which the store was written. ` +
      "Webhooks are signed with other secrets than their receivers have.",
    advice: `Set the earlier secret. To keep the change, rotate the secrets of all webhooks, and ${accept}.`,
  };
}

async function hasChanged({ sessionSecret }: ConfiguredSecrets, known: string | null): Promise<boolean> {
  if (sessionSecret === undefined || known === null)
    return (sessionSecret === undefined) !== (known === null);
  return !(await hasher.verify(sessionSecret, known));
}

/** Returns how many of the known peppers are missing, and the configured ones that are new. */
async function comparePeppers(
  { keyPeppers }: ConfiguredSecrets,
  known: readonly string[],
): Promise<{ missing: number; added: string[] }> {
  const found = new Set<string>();
  const added: string[] = [];
  for (const pepper of new Set(keyPeppers)) {
    const matches = await Promise.all(known.map((hash) => hasher.verify(pepper, hash)));
    const match = known[matches.indexOf(true)];
    if (match === undefined) added.push(pepper);
    else found.add(match);
  }
  return { missing: known.length - found.size, added };
}

async function fingerprintsOf({ sessionSecret, keyPeppers }: ConfiguredSecrets) {
  return {
    sessionSecret: sessionSecret === undefined ? null : await hasher.hash(sessionSecret),
    keyPeppers: await Promise.all([...new Set(keyPeppers)].map((pepper) => hasher.hash(pepper))),
  };
}

/**
 * Compares the secrets of the settings with the fingerprints of those under which the store was written. Returns `null` if
 * the store has no fingerprints.
 */
export async function compareSecrets(
  documents: DocumentStore,
  secrets: ConfiguredSecrets,
): Promise<ChangedSecret[] | null> {
  const found = await fingerprints.get(documents, {});
  if (!found) return null;
  const { missing } = await comparePeppers(secrets, found.value.keyPeppers);
  return [
    ...(missing > 0 ? [changedPepper(missing)] : []),
    ...((await hasChanged(secrets, found.value.sessionSecret))
      ? [changedSessionSecret(secrets.sessionSecret !== undefined)]
      : []),
  ];
}

/**
 * Adds the fingerprints of secrets that the store does not know: all at the first start, later those of new peppers. It
 * removes none, because the store may have keys under every secret that a server has had. Servers that start together
 * add theirs one after the other.
 */
export async function addFingerprints(documents: DocumentStore, secrets: ConfiguredSecrets): Promise<void> {
  await transact<void>({ documents }, async () => {
    const found = await fingerprints.get(documents, {});
    if (!found)
      return { operations: [fingerprints.create({}, await fingerprintsOf(secrets))], result: undefined };
    const { added } = await comparePeppers(secrets, found.value.keyPeppers);
    if (added.length === 0) return { operations: [], result: undefined };
    const hashes = await Promise.all(added.map((pepper) => hasher.hash(pepper)));
    const value = { ...found.value, keyPeppers: [...found.value.keyPeppers, ...hashes] };
    return { operations: [fingerprints.replace(found, value)], result: undefined };
  });
}

/**
 * Checks that the servers of a store accept a key that a command creates with these settings.
 *
 * @throws ToolsError `conflict` if no server has had the secret under which the key would be stored.
 */
export async function requireKnownPepper(
  documents: DocumentStore,
  { keyPeppers: [newest] }: Pick<ConfiguredSecrets, "keyPeppers">,
): Promise<void> {
  if (newest === undefined) return;
  const found = await fingerprints.get(documents, {});
  if (!found) return;
  const known = found.value.keyPeppers;
  const matches = await Promise.all(known.map((hash) => hasher.verify(newest, hash)));
  if (matches.includes(true)) return;
  throw new ToolsError(
    "conflict",
    "KEY_PEPPER starts with a secret that no server of this store has had, so servers would refuse the key. " +
      "Use the KEY_PEPPER of the servers, or restart a server with this one first.",
  );
}

/** Replaces the fingerprints of the store by those of the settings: the operator accepts a deliberate change. */
export async function acceptSecrets(documents: DocumentStore, secrets: ConfiguredSecrets): Promise<void> {
  await documents.commit([fingerprints.put({}, await fingerprintsOf(secrets))]);
}
