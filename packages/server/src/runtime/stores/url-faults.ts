import type { Reach } from "@tools-api/core/storage";
import { schemeName, type StoreScheme, storeSchemes } from "./schemes.ts";

const reaches: Record<Reach, { rank: number; words: string }> = {
  process: { rank: 0, words: "this process only" },
  host: { rank: 1, words: "the processes of one host" },
  everywhere: { rank: 2, words: "processes on any host" },
};

/** Returns the scheme of a URL, or an error message. It quotes only the scheme: the rest may contain a password. */
function resolve(url: string, isFit: (scheme: StoreScheme) => boolean): StoreScheme | string {
  const name = schemeName(url);
  const scheme = storeSchemes.get(name);
  const forms = [...new Set([...storeSchemes.values()].filter(isFit).map(({ form }) => form))];
  const received = name ? `a URL of the scheme "${name}"` : "a value without a scheme";
  if (!scheme || !isFit(scheme)) return `expected ${forms.join(", ")}, received ${received}`;
  return scheme.accepts(url) ? scheme : `expected ${scheme.form}, received ${received} in another form`;
}

/** Returns the error of a URL for accounts and keys, or `null` if it is valid. */
export function documentsUrlFault(url: string): string | null {
  const scheme = resolve(url, ({ keepsDocuments }) => keepsDocuments);
  return typeof scheme === "string" ? scheme : null;
}

/**
 * Returns the error of a URL for counters and usage, or `null` if it is valid. Every process that sees the accounts
 * must see the counters. Otherwise each process would grant the allowance once more, and a revocation would only reach
 * processes that share the counters.
 */
export function usageUrlFault(url: string, databaseUrl: string): string | null {
  const scheme = resolve(url, () => true);
  if (typeof scheme === "string") return scheme;
  const database = storeSchemes.get(schemeName(databaseUrl));
  if (!database || reaches[scheme.reach].rank >= reaches[database.reach].rank) return null;
  return `expected a store for ${reaches[database.reach].words}, like DATABASE_URL, received one for ${reaches[scheme.reach].words}`;
}
