import { ToolsError } from "@tools-api/core";
import { describeValue } from "@tools-api/core/internal";
import type { ApiContext, Services } from "../http/context.ts";
import { isLoopback } from "../http/loopback.ts";

/** Returns the host name of a URL; an empty text if it is no URL. */
function hostName(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return "";
  }
}

function refuse(c: ApiContext, name: string, expected: string): never {
  const received = describeValue(c.req.header(name));
  throw new ToolsError("cross_origin_request", `${name}: expected ${expected}, received ${received}`);
}

/**
 * Creates the check of the Host and Origin headers.
 *
 * Attack: DNS rebinding. A page gives its own host name the address of this server, and can then read responses as if
 * they were of its own origin. Its requests still carry its host name in both headers.
 *
 * @param acceptsLoopback - Whether the names of the loopback interface are accepted as well.
 * @returns A function that throws a ToolsError `cross_origin_request`.
 */
export function requireKnownOrigin(
  { publicUrl, corsOrigins }: Pick<Services, "publicUrl" | "corsOrigins">,
  acceptsLoopback: boolean,
): (c: ApiContext) => void {
  const publicHost = hostName(publicUrl);
  const isAccepted = (host: string) => host === publicHost || (acceptsLoopback && isLoopback(host));
  const isAllowed = (origin: string) =>
    corsOrigins === "*" ||
    corsOrigins.includes(origin) ||
    (publicHost !== "" && origin === new URL(publicUrl).origin) ||
    (acceptsLoopback && isLoopback(hostName(origin)));
  return (c) => {
    const host = c.req.header("Host") ?? new URL(c.req.url).host;
    // Without a public URL, the names of the server are unknown, and no page of another origin is accepted.
    if (publicHost !== "" && !isAccepted(hostName(`http://${host}`)))
      refuse(c, "Host", `the host of ${publicUrl}`);
    const origin = c.req.header("Origin");
    if (origin !== undefined && !isAllowed(origin))
      refuse(c, "Origin", "none, or an origin that the operator allows");
  };
}
