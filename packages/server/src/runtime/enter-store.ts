import { apiKeyDigests, type Stores } from "@tools-api/core/accounts";
import type { Config } from "./config.ts";
import { createFirstAccount, type FirstAccount } from "./first-account.ts";
import { publicUrlWarnings, rememberServerUrl } from "./listening-url.ts";

/**
 * Writes a listening server's address to the stores, and creates the first account if the store is empty. Call it only
 * once the port is bound: a server whose port is in use must not write to the stores.
 */
export async function enterStore(
  { keyPeppers, host, publicUrl: configured }: Config,
  stores: Stores & { warnings: string[] },
  { url, publicUrl }: { url: string; publicUrl: string },
): Promise<{ first: FirstAccount | null; warnings: string[] }> {
  const first = await createFirstAccount(stores, Date.now(), apiKeyDigests(keyPeppers));
  const warnings = [...stores.warnings, ...publicUrlWarnings(host, configured, url)];
  // A failed write only affects the links of a command, so the server starts anyway.
  await rememberServerUrl(stores.documents, publicUrl).catch(() => {
    warnings.push(
      "The store did not save the address of the server. Set PUBLIC_URL before you run accounts sign-in-link.",
    );
  });
  return { first, warnings };
}
