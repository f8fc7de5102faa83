import { isIP } from "node:net";
import type { Context } from "hono";

/** Returns the address of an X-Forwarded-For entry without the port that some proxies add; `null` if there is none. */
function addressIn(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([^:]*):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? null : bare;
}

/** Returns the client's address, by the X-Forwarded-For field if the request passed a number of trusted proxies. */
export function clientAddress(proxies: number, forwarded: string | undefined, peer: string): string {
  if (proxies === 0 || forwarded === undefined) return peer;
  return addressIn(forwarded.split(",").at(-proxies)?.trim() ?? "") ?? peer;
}

/**
 * Returns a function that finds the client's address when requests pass a number of trusted proxies.
 * Each proxy appends the address of its own client to X-Forwarded-For. Entry `proxies` from the right is therefore
 * written by the outermost trusted proxy, and no client can forge it. If that entry is absent or no address, such as
 * `unknown`, the function returns the proxy's address. All such clients share one limit; otherwise a client could get a
 * new limit with each invented text.
 */
export function clientAddressBehind(
  proxies: number,
  peerAddress: (context: Context) => string,
): (context: Context) => string {
  if (proxies === 0) return peerAddress;
  return (context) => clientAddress(proxies, context.req.header("X-Forwarded-For"), peerAddress(context));
}
