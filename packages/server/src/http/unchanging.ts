import { createHash } from "node:crypto";
import type { Context } from "hono";
import { acceptedCoding, type Coding, compress } from "./compress.ts";

type Body = string | Uint8Array;

interface Prepared {
  bytes: Uint8Array<ArrayBuffer>;
  /** The compressed bodies that were requested so far. */
  compressed: Map<Coding, Promise<Uint8Array<ArrayBuffer>>>;
  tag: string;
}

async function prepare(make: () => Body | Promise<Body>): Promise<Prepared> {
  const bytes = new Uint8Array(Buffer.from(await make()));
  const tag = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  return { bytes, compressed: new Map(), tag };
}

/**
 * Returns a function that responds with the same body to every caller. The first request creates it, and the first one
 * with a content coding compresses it. Measured: the OpenAPI document takes 16 ms and the reference 8 ms, and any client
 * can request them in a loop without a credential.
 */
export function unchanging(
  make: () => Body | Promise<Body>,
): (c: Context, headers: Record<string, string>) => Promise<Response> {
  let prepared: Promise<Prepared> | undefined;
  return async (c, headers) => {
    const { bytes, compressed, tag } = await (prepared ??= prepare(make));
    const shared = {
      ...headers,
      // All codings share one tag, so it is a weak one (RFC 9110 §8.8.1).
      ETag: `W/"${tag}"`,
      Vary: ["Accept-Encoding", headers["Vary"]].filter(Boolean).join(", "),
    };
    if (c.req.header("If-None-Match")?.includes(`"${tag}"`)) return c.body(null, 304, shared);
    const coding = acceptedCoding(c);
    if (!coding) return c.body(bytes, 200, shared);
    const known = compressed.get(coding) ?? compress(bytes, coding, { isKept: true });
    compressed.set(coding, known);
    return c.body(await known, 200, { ...shared, "Content-Encoding": coding });
  };
}
