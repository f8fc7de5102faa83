import { type DocumentStore, type PlanName, type Plans, ToolsError } from "@tools-api/core";
import {
  type Account,
  type ApiKeyDigests,
  apiKeyDigests,
  createAccount,
  createApiKey,
  createSignInLink,
  getPasswordHash,
  listAccounts,
  listApiKeys,
  listSessions,
  type Stores,
} from "@tools-api/core/accounts";
import { openingPlan } from "@tools-api/core/billing";
import { retry } from "@tools-api/core/internal/time";
import type { Config } from "./config.ts";
import { planWarnings } from "./plan-warnings.ts";
import { publicUrlWarnings, rememberServerUrl } from "./listening-url.ts";
import { addFingerprints, type ChangedSecret, compareSecrets } from "./secret-fingerprints.ts";

/** The account that a server creates on an empty store. */
export interface FirstAccount {
  email: string;
  plan: PlanName;
  /** Its API key. `null` if an earlier start created the account; that start printed the key unless it was stopped. */
  secret: string | null;
  /** The token of a one-time sign-in link. The owner opens the link to set a password. */
  linkToken: string;
}

const firstEmail = "owner@example.com";

// Until this time has passed, another server that created the account may still be creating its key.
const creationMs = 10_000;

/** Returns whether the first account is unused: no sign-in, no password, and no call with its keys. */
async function isUnused({ documents, usage }: Stores, account: Account): Promise<boolean> {
  if (account.email !== firstEmail || account.status !== "active") return false;
  if (await getPasswordHash(documents, account.id)) return false;
  if ((await listSessions(documents, account.id, { limit: 1 })).length > 0) return false;
  const keys = await listApiKeys(documents, account.id);
  return (await usage.lastUsed(keys.map(({ id }) => id))).size === 0;
}

async function createOrFind({ documents }: Stores, plans: Plans, at: number): Promise<Account | null> {
  const accounts = await listAccounts(documents, { limit: 2 });
  if (accounts.length > 0) return accounts.length === 1 ? (accounts[0] ?? null) : null;
  try {
    return await createAccount(
      documents,
      { email: firstEmail, name: "Owner", role: "operator", ...openingPlan(plans) },
      { at },
    );
  } catch (error) {
    // Another process that started at the same time created the account first.
    if (error instanceof ToolsError && error.code === "conflict") return null;
    throw error;
  }
}

/**
 * Creates a first account with an API key and a sign-in link on an empty store. Call it once the server listens: the
 * key is shown only once, so a start that fails must not have created it.
 *
 * A start that ends before it prints the key does not lock the owner out. As long as the first account is the only one
 * and unused, each start issues another sign-in link, and a key if there is none.
 *
 * @returns `null` if the store has accounts in use.
 */
async function createFirstAccount(
  stores: Stores,
  plans: Plans,
  at: number,
  digests?: ApiKeyDigests,
): Promise<FirstAccount | null> {
  const { documents } = stores;
  const account = await createOrFind(stores, plans, at);
  if (!account || !(await isUnused(stores, account))) return null;
  const { createdAt } = account;
  const isOwn = createdAt === at;
  const isAbandoned = at - createdAt > creationMs && (await listApiKeys(documents, account.id)).length === 0;
  const issued = isOwn || isAbandoned ? await createApiKey(documents, account.id, {}, { at, digests }) : null;
  const linkToken = await createSignInLink(documents, account.id, { at });
  return { email: account.email, plan: account.plan, secret: issued && issued.secret, linkToken };
}

/**
 * Compares the secrets of a server with those of its store, and adds the fingerprints of new ones. A store that does not
 * respond or refuses writes has no warnings: the next start compares again.
 */
async function secretWarnings(documents: DocumentStore, config: Config): Promise<ChangedSecret[]> {
  const changed = await compareSecrets(documents, config).catch(() => null);
  await addFingerprints(documents, config).catch(() => {});
  return changed ?? [];
}

// The store responded a moment ago. A start of many servers on a busy machine can delay it beyond the limit of a call.
const enterPolicy = { minMs: 100, maxMs: 1_000, withinMs: 20_000 };

/**
 * Writes a listening server's address to the stores, and creates the first account if the store is empty. Closes the
 * server if that fails. Call it only once the port is bound: a server whose port is in use must not write to the stores.
 */
export async function enterStore<
  Server extends { url: string; publicUrl: string; close: () => Promise<void> },
>(
  config: Config,
  stores: Stores & { warnings: string[] },
  server: Server,
): Promise<Server & { first: FirstAccount | null; warnings: string[] }> {
  const { url, publicUrl, close } = server;
  const { keyPeppers, host, publicUrl: configured, plans } = config;
  const at = Date.now();
  const create = () => createFirstAccount(stores, plans, at, apiKeyDigests(keyPeppers));
  const isUnavailable = (error: unknown) =>
    error instanceof ToolsError && error.code === "storage_unavailable";
  const first = await retry(create, enterPolicy, isUnavailable).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const inWords = ({ message, advice }: { message: string; advice: string }) => `${message} ${advice}`;
  const warnings = [
    ...stores.warnings,
    ...config.warnings.map(inWords),
    ...(await secretWarnings(stores.documents, config)).map(inWords),
    ...publicUrlWarnings(host, configured, url),
    ...(await planWarnings(stores.documents, plans)),
  ];
  // A failed write only affects the links of a command, so the server starts anyway.
  await rememberServerUrl(stores.documents, publicUrl).catch(() => {
    warnings.push(
      "The store did not save the address of the server. Set PUBLIC_URL before you run accounts sign-in-link.",
    );
  });
  return { ...server, first, warnings };
}
