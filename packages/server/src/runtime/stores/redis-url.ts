/** The content of a Redis URL. */
export interface RedisAddress {
  /** The server, or the initial nodes of a cluster. */
  nodes: { host: string; port: number }[];
  username: string | undefined;
  password: string | undefined;
  database: number;
  tls: boolean;
  cluster: boolean;
  /** Whether answered changes survive a crash of the server, for a server that does not allow the question. */
  durable: boolean;
  /** The prefix of every key, so that several deployments can share a Redis. */
  prefix: string | undefined;
}

const shape = /^(rediss?):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/(\d{0,5}))?(?:\?([^#]*))?$/i;
const flags: ReadonlySet<string> = new Set(["cluster", "durable"]);
const defaultPort = 6379;

function parseNode(text: string): { host: string; port: number } | null {
  if (!URL.canParse(`redis://${text}`)) return null;
  const { hostname, port } = new URL(`redis://${text}`);
  // The brackets of an IPv6 address are syntax of the URL.
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return host === "" ? null : { host, port: port === "" ? defaultPort : Number(port) };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Parses `redis://user:password@host:6379/0`, or `rediss://…` for TLS, with the options `cluster=true`, `durable=true`
 * and `prefix=…`. With `cluster=true`, there can be several hosts, separated by commas. Returns `null` for any other
 * form.
 */
export function parseRedisUrl(url: string): RedisAddress | null {
  const [, scheme = "", credentials = "", hosts = "", database = "", query = ""] = shape.exec(url) ?? [];
  const [username = "", password = ""] = credentials.split(/:(.*)/s).map(decode);
  const options = new URLSearchParams(query);
  const isTrue = (name: string) => options.get(name) === "true";
  const cluster = isTrue("cluster");
  const nodes = hosts.split(",").map(parseNode);
  const known = [...options].every(
    ([name, value]) => (flags.has(name) && /^(?:true|false)$/.test(value)) || name === "prefix",
  );
  if (!known || username === null || password === null) return null;
  // A cluster has only database 0, and a single Redis has one address.
  if (cluster ? Number(database) > 0 : nodes.length > 1) return null;
  const found = nodes.filter((node) => node !== null);
  if (found.length < nodes.length) return null;
  return {
    nodes: found,
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
    tls: scheme.toLowerCase() === "rediss",
    cluster,
    durable: isTrue("durable"),
    prefix: options.get("prefix") ?? undefined,
  };
}
