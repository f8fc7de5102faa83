const loopbackHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]", "::1"];

/** Returns whether a host name, or the host that a server listens on, is one of the loopback interface. */
export function isLoopback(host: string): boolean {
  return loopbackHosts.includes(host);
}
