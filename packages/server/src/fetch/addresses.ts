import { promises as dns } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Returns the addresses of a host name. Rejects if there are none. */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

// Only these are assigned for global use (IANA's IPv6 address space). Addresses that contain one of IPv4 are elsewhere
// (mapped, compatible, NAT64), or have a range of their own within them (6to4, Teredo).
const globalUnicast = [ipaddr.IPv6.parse("2000::"), 3] as const;

/** Returns whether an address is on the public Internet, and belongs to no range with a special purpose (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(...globalUnicast));
}

/**
 * Resolves a name that the caller chose. It asks DNS itself: `getaddrinfo` would block a thread of the runtime until the
 * name server responds, and the caller can choose a slow one.
 */
export const resolveAnyHost: ResolveHost = async (hostname, signal) => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length === 0 && ipv4.status === "rejected") throw ipv4.reason;
  return found;
};

/** Resolves a name that the operator chose, as the system does: also by its hosts file and search domains. */
export const resolveListedHost: ResolveHost = async (hostname) => {
  const found = await dns.lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};
