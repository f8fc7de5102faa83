import type { Reach } from "@tools-api/core";
import { schemeNameOf, type StoreScheme, storeSchemes } from "./schemes.ts";

const reaches: Record<Reach, { rank: number; words: string }> = {
  process: { rank: 0, words: "this process alone" },
  host: { rank: 1, words: "the processes of one host" },
  everywhere: { rank: 2, words: "every process anywhere" },
};

/** The scheme of a URL, or the fault in it. Quotes only the scheme: the rest may hold a password. */
function resolve(url: string, isFit: (scheme: StoreScheme) => boolean): StoreScheme | string {
  const name = schemeNameOf(url);
  const scheme = storeSchemes.get(name);
  const forms = [...new Set([...storeSchemes.values()].filter(isFit).map(({ form }) => form))];
  const received = name ? `a URL of the scheme "${name}"` : "a value without a scheme";
  if (!scheme || !isFit(scheme)) return `expected ${forms.join(", ")}, received ${received}`;
  return scheme.accepts(url) ? scheme : `expected ${scheme.form}, received ${received} in another form`;
}

/** What is wrong with a URL for accounts and keys; `null`: nothing. */
export function documentsUrlFault(url: string): string | null {
  const scheme = resolve(url, ({ keepsDocuments }) => keepsDocuments);
  return typeof scheme === "string" ? scheme : null;
}

/**
 * What is wrong with a URL for counters and usage beside one for accounts and keys; `null`: nothing. Counters have
 * to be seen by whoever sees the accounts, or each would grant the allowance once more, and a revocation would
 * reach only those who share the counters with the one that revoked.
 */
export function usageUrlFault(url: string, databaseUrl: string): string | null {
  const scheme = resolve(url, () => true);
  if (typeof scheme === "string") return scheme;
  const database = storeSchemes.get(schemeNameOf(databaseUrl));
  if (!database || reaches[scheme.reach].rank >= reaches[database.reach].rank) return null;
  return `expected a store for ${reaches[database.reach].words}, as DATABASE_URL is, received one for ${reaches[scheme.reach].words}`;
}
