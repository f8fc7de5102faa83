/** The drivers of unstorage whose data survives the end of the process, including `kill -9`. */
export const durableDriver =
  /^(?:azure-.+|cloudflare-(?:kv|r2)-.+|db0|deno-kv.*|fs|fs-lite|mongodb|netlify-blobs|planetscale|redis|s3|upstash|vercel-(?:blob|kv))$/;

/** The drivers whose items no other process can see. */
export const processLocal: ReadonlySet<string> = new Set(["memory", "lru-cache"]);
