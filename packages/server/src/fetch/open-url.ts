import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { isPublicAddress, resolveAnyHost, type ResolveHost, resolveListedHost } from "./addresses.ts";
import { type FetchPolicy, isListed } from "../http/fetch-policy.ts";

/** A request to a URL that a caller chose. */
export interface UrlRequest {
  method: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

/** The hosts that a request may be sent to. */
export interface AllowedHosts {
  /** The hosts in a list are allowed with any address. */
  policy: FetchPolicy;
  /** Whether all other hosts are allowed, on the default port and with public addresses only. */
  allowsPublic: boolean;
  /** Returns the addresses of a host name. Default: DNS, or for a listed host the resolver of the system. */
  resolve?: ResolveHost | undefined;
}

// Attack: the name server of the caller's domain returns a hundred addresses of a victim, which get a connection each.
const maxAddressesOfFamily = 2;

/** Settles as `work` does, or rejects with the signal's reason as soon as that is aborted. */
export function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    // The reason of a signal is usually an error. If it is not, the caller chose it.
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

/** Sends a request to an address that was checked. Resolves to the response when its header has arrived. */
function send(
  url: URL,
  { method, headers, body }: UrlRequest,
  address: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { hostname, host, protocol, port, pathname, search } = url;
  const isSecure = protocol === "https:";
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? https : http).request({
      method,
      // Attack: DNS rebinding. The client does not learn the name, so it cannot resolve it to another address.
      host: address,
      port: port || (isSecure ? 443 : 80),
      path: pathname + search,
      headers: { Host: host, "User-Agent": "tools-api", ...headers },
      agent: false,
      rejectUnauthorized: true,
      // RFC 6066 §3 allows no address as a server name.
      servername: isIP(hostOf(url)) === 0 ? hostname : "",
      signal,
    });
    sent.on("response", resolve);
    sent.on("error", reject);
    // A server that switches protocols closes the connection without an error.
    sent.on("close", () => reject(new Error("The connection ended without a response.")));
    sent.end(body);
  });
}

/** Returns the host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Returns the addresses to connect to. Throws if the host or one of its addresses is not allowed. */
async function allowedAddresses(
  url: URL,
  { policy, allowsPublic, resolve }: AllowedHosts,
  signal: AbortSignal,
): Promise<string[]> {
  const host = hostOf(url);
  const listed = isListed(policy, url);
  // Attack: on other ports, requests could scan hosts or reach services that do not speak HTTP.
  if (!listed && (!allowsPublic || url.port !== "")) throw new Error(`${url.host} is not allowed.`);
  const find = resolve ?? (listed ? resolveListedHost : resolveAnyHost);
  const found = isIP(host) === 0 ? await find(host, signal) : [host];
  const refused = listed ? undefined : found.find((address) => !isPublicAddress(address));
  if (refused !== undefined) throw new Error(`${refused} is not a public address.`);
  // Connections over IPv6 fail slowly on many hosts, those over IPv4 are almost always possible.
  return [4, 6].flatMap((family) =>
    found.filter((address) => isIP(address) === family).slice(0, maxAddressesOfFamily),
  );
}

/**
 * Sends a request to the addresses of a URL in turn, until one responds. Resolves when the header of the response has
 * arrived, whatever its status. Each address is checked, and the connection goes to a checked one.
 *
 * @throws Error if the host or one of its addresses is not allowed, or if no address responds.
 */
export async function openUrl(
  url: URL,
  request: UrlRequest,
  allowed: AllowedHosts,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  let failure: unknown = new Error(`${url.host} has no address.`);
  for (const address of await allowedAddresses(url, allowed, signal)) {
    try {
      return await send(url, request, address, signal);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}
