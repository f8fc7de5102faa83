import { ToolsError } from "@tools-api/core";
import { describeValue } from "@tools-api/core/internal/schema";
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

/** The names of a server in addition to the host of its public URL. */
interface KnownHosts {
  /** Whether the names of the loopback interface are accepted. */
  acceptsLoopback: boolean;
  allowedHosts: readonly string[];
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
 * @returns A function that throws a ToolsError `cross_origin_request`.
 */
export function requireKnownOrigin(
  { publicUrl, corsOrigins }: Pick<Services, "publicUrl" | "corsOrigins">,
  { acceptsLoopback, allowedHosts }: KnownHosts,
): (c: ApiContext) => void {
  const publicHost = hostName(publicUrl);
  const listed = new Set(allowedHosts.map((host) => new URL(`http://${host}`).host));
  /** A host without a port stands for every port. */
  const isListed = (host: string) => listed.has(host) || listed.has(hostName(`http://${host}`));
  const isAccepted = (host: string) => {
    const name = hostName(`http://${host}`);
    return name === publicHost || (acceptsLoopback && isLoopback(name)) || isListed(host.toLowerCase());
  };
  const isAllowed = (origin: string) =>
    corsOrigins === "*" ||
    corsOrigins.includes(origin) ||
    (publicHost !== "" && origin === new URL(publicUrl).origin) ||
    (acceptsLoopback && isLoopback(hostName(origin)));
  return (c) => {
    const host = c.req.header("Host") ?? new URL(c.req.url).host;
    // Without a public URL, the names of the server are unknown, and no page of another origin is accepted.
    if (publicHost !== "" && !isAccepted(host))
      refuse(c, "Host", `the host of ${publicUrl}, or one of ALLOWED_HOSTS`);
    const origin = c.req.header("Origin");
    const isOwn = isListed(host.toLowerCase()) && origin?.replace(/^https?:\/\//, "") === host.toLowerCase();
    if (origin !== undefined && !isOwn && !isAllowed(origin))
      refuse(c, "Origin", "none, or an origin that the operator allows");
  };
}
