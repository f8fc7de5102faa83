import { isIP } from "node:net";
import type { Context } from "hono";

/** The address in an entry of X-Forwarded-For, to which some proxies add the port; `null` where it has none. */
function addressIn(entry: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([^:]*):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? null : bare;
}

/**
 * The client's address behind a number of trusted proxies: each appends the address that it was called from
 * to X-Forwarded-For, so that entry `proxies` from the right is the first that no client can forge. Where there is
 * none, or something else stands there, such as `unknown`, it is that of the proxy: a limit shared by all such clients,
 * not one for every text that somebody thinks of.
 */
export function clientAddressBehind(
  proxies: number,
  peerAddress: (context: Context) => string,
): (context: Context) => string {
  if (proxies === 0) return peerAddress;
  return (context) => {
    const forwarded = context.req.header("X-Forwarded-For")?.split(",") ?? [];
    return addressIn(forwarded.at(-proxies)?.trim() ?? "") ?? peerAddress(context);
  };
}
