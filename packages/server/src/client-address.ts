import type { Context } from "hono";

/**
 * The client's address behind a number of trusted proxies: each appends the address that it was called from
 * to X-Forwarded-For, so that entry `proxies` from the right is the first that no client can forge.
 */
export function clientAddressBehind(
  proxies: number,
  peerAddress: (context: Context) => string,
): (context: Context) => string {
  if (proxies === 0) return peerAddress;
  return (context) => {
    const forwarded = context.req.header("X-Forwarded-For")?.split(",") ?? [];
    return forwarded.at(-proxies)?.trim() || peerAddress(context);
  };
}
