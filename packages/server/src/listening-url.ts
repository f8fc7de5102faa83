/** The URL of a server that listens on a host, by name or by an address of either kind, and a port. */
export function listeningUrl(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
