/** What the URL of a Redis says. */
export interface RedisAddress {
  /** One, or those of a cluster that are asked first. */
  nodes: { host: string; port: number }[];
  username: string | undefined;
  password: string | undefined;
  database: number;
  tls: boolean;
  cluster: boolean;
  /** That answered changes survive its end, for a server that does not let us ask. */
  durable: boolean;
  /** Stands before every key, so that several deployments can share a Redis. */
  prefix: string | undefined;
}

const shape = /^(rediss?):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/(\d{0,5}))?(?:\?([^#]*))?$/i;
const flags: ReadonlySet<string> = new Set(["cluster", "durable"]);
const defaultPort = 6379;

function parseNode(text: string): { host: string; port: number } | null {
  if (!URL.canParse(`redis://${text}`)) return null;
  const { hostname, port } = new URL(`redis://${text}`);
  // The brackets of an IPv6 address belong to the URL.
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
 * Reads `redis://user:password@host:6379/0`, or `rediss://…` for TLS, with the options `cluster=true`,
 * `durable=true` and `prefix=…`. With the first, hosts may follow each other by commas. `null`: it has another form.
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
  // A cluster has one database, and one Redis one address.
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
