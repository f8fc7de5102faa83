import type { UsageBucket } from "../store/storage.ts";
import { dayMs } from "../time.ts";

// Attack: refused calls cost nothing, and an account can create and revoke keys. Without the bound, each key adds a
// bucket of every quarter hour and endpoint to the store, permanently.
const maxCredentials = 16;

// An account that is forgotten can get sums for further credentials.
const maxAccounts = 10_000;

/** The names for an account and UTC day, by credential and endpoint. An equal name is the same string, hashed once. */
interface DayNames {
  day: number;
  byCredential: Map<string, Map<string, string>>;
}

/** A bucket whose name was read: `credential` is `null` if its calls are not summed by credential. */
export interface CredentialBucket extends UsageBucket {
  credential: string | null;
}

const separator = " by ";

/**
 * Creates a function that returns the name under which a store sums a call, such as `profile by key_1`.
 * The first 16 credentials of an account and UTC day in this process have sums of their own. Calls of others are summed
 * under the endpoint, so an account has at most 17 buckets per process, endpoint and quarter hour.
 */
export function seriesNames(): (account: string, credential: string, endpoint: string, at: number) => string {
  const accounts = new Map<string, DayNames>();
  return (account, credential, endpoint, at) => {
    const day = Math.floor(at / dayMs);
    let names = accounts.get(account);
    if (names?.day !== day) {
      names = { day, byCredential: new Map() };
      accounts.delete(account);
      accounts.set(account, names);
      const [first] = accounts.size > maxAccounts ? accounts.keys() : [];
      if (first !== undefined) accounts.delete(first);
    }
    let byEndpoint = names.byCredential.get(credential);
    if (!byEndpoint) {
      if (names.byCredential.size >= maxCredentials) return endpoint;
      byEndpoint = new Map();
      names.byCredential.set(credential, byEndpoint);
    }
    const known = byEndpoint.get(endpoint);
    if (known !== undefined) return known;
    const name = endpoint + separator + credential;
    byEndpoint.set(endpoint, name);
    return name;
  };
}

/** Returns the endpoint and the credential in a name. */
export function readSeriesName(name: string): Pick<CredentialBucket, "endpoint" | "credential"> {
  const end = name.lastIndexOf(separator);
  if (end === -1) return { endpoint: name, credential: null };
  return { endpoint: name.slice(0, end), credential: name.slice(end + separator.length) };
}

/** Returns the buckets of a store by endpoint and credential. */
export function readSeries(buckets: readonly UsageBucket[]): CredentialBucket[] {
  return buckets.map((bucket) => ({ ...bucket, ...readSeriesName(bucket.endpoint) }));
}
