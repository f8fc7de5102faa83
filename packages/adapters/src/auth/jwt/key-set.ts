import type { JSONWebKeySet, JWK } from "jose";

/** The names of one algorithm: RFC 9864 replaces the name of RFC 8037. */
const synonyms: readonly string[] = ["EdDSA", "Ed25519"];

/** Returns algorithms with every name of each. */
export function withSynonyms(algorithms: readonly string[]): string[] {
  const isNamed = algorithms.some((algorithm) => synonyms.includes(algorithm));
  return [...new Set([...algorithms, ...(isNamed ? synonyms : [])])];
}

/** Returns a key without members that are null, and without the name of an algorithm that has another name. */
function readKey(entry: object): JWK {
  const members = Object.entries(entry).filter(
    ([name, value]) => value !== null && !(name === "alg" && synonyms.includes(value)),
  );
  return Object.fromEntries(members);
}

/**
 * Returns the keys of a JWK set. Skips entries that are no keys (RFC 7517 §5): one of them must not make the others
 * unusable.
 *
 * @throws Error if the value is no set.
 */
export function readKeySet(set: unknown): JSONWebKeySet {
  if (typeof set !== "object" || set === null || !("keys" in set) || !Array.isArray(set.keys))
    throw new Error("expected a JWK set");
  const entries: unknown[] = set.keys;
  const isKey = (entry: unknown): entry is object =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry);
  return { keys: entries.filter(isKey).map(readKey) };
}
