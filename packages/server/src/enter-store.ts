import { apiKeyDigests, type Stores } from "@tools-api/core";
import type { Config } from "./config.ts";
import { createFirstAccount, type FirstAccount } from "./first-account.ts";
import { publicUrlWarnings, rememberServerUrl } from "./listening-url.ts";

/**
 * Writes to the stores what a server does once it listens: its address, and the first account on an empty store.
 * A server whose port is in use must not get here.
 */
export async function enterStore(
  { keyPeppers, host, publicUrl: configured }: Config,
  stores: Stores & { warnings: string[] },
  { url, publicUrl }: { url: string; publicUrl: string },
): Promise<{ first: FirstAccount | null; warnings: string[] }> {
  const first = await createFirstAccount(stores, Date.now(), apiKeyDigests(keyPeppers));
  const warnings = [...stores.warnings, ...publicUrlWarnings(host, configured, url)];
  // A server that answers is worth more than the link of a command.
  await rememberServerUrl(stores.documents, publicUrl).catch(() => {
    warnings.push("The address of the server could not be stored: set PUBLIC_URL for accounts sign-in-link.");
  });
  return { first, warnings };
}
