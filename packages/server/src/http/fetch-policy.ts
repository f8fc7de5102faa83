import { describeValue } from "@tools-api/core/internal/schema";

/**
 * The URLs that a server fetches for its callers: none, those on public addresses, or those of the listed hosts, such as
 * `cdn.example.com` or `localhost:8080`. A host without a port stands for the default ports. A listed host can have a
 * private address.
 */
export type FetchPolicy = "off" | "public" | readonly string[];

const hostShape = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\%*]+)(:[1-9]\d{0,4})?$/i;
// An operator who writes FETCH_URLS=on means no host of that name.
const switchWords = /^(?:off|on|public|private|all|any|none|true|false|yes|no|\d+)$/i;

/** Returns a host as URLs spell it, or `null` if it is not one. */
function spellHost(host: string): string | null {
  const [, name = "", port = ""] = hostShape.exec(host) ?? [];
  if (name === "" || switchWords.test(name) || Number(port.slice(1)) > 65_535) return null;
  try {
    return new URL(`http://${name}`).hostname + port;
  } catch {
    return null;
  }
}

/** A list of hosts in an error message. */
export const hostsExpected = "expected hosts such as tools-api or host.docker.internal:3000";

/** Returns the first text of a list that is no host, or `undefined`. */
export function invalidHost(hosts: readonly string[]): string | undefined {
  return hosts.find((host) => spellHost(host) === null);
}

/** Returns the expected and the received value if a policy is invalid, otherwise `null`. */
export function fetchPolicyFault(policy: FetchPolicy): string | null {
  if (policy === "off" || policy === "public") return null;
  const fault = invalidHost(policy);
  if (fault === undefined && policy.length > 0) return null;
  return `expected off, public, or hosts such as cdn.example.com,localhost:8080, received ${describeValue(fault)}`;
}

/** Returns whether a policy lists the host of a URL, with its port. */
export function isListed(policy: FetchPolicy, { protocol, hostname, port }: URL): boolean {
  if (typeof policy === "string") return false;
  const withPort = `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
  return policy.some((host) => {
    const spelled = spellHost(host);
    return spelled === withPort || (spelled === hostname && port === "");
  });
}
