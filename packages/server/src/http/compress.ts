import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";

/** The content codings that the server offers, the best one first. */
const codings = ["br", "gzip"] as const;

/** A content coding (RFC 9110 §8.4.1). */
export type Coding = (typeof codings)[number];

const runGzip = promisify(gzip);
const runBrotli = promisify(brotliCompress);

/** The quality for a body that is compressed for one response. Higher ones take longer than they save. */
const quickQuality = 5;

/** Returns the content coding for a response; `undefined` if the client accepts none (RFC 9110 §12.5.3). */
export function acceptedCoding(c: Context): Coding | undefined {
  const accepted = c.req.header("Accept-Encoding") ?? "";
  return codings.find((coding) =>
    new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, "i").test(accepted),
  );
}

/**
 * Compresses a body.
 *
 * @param isKept True for a body that is compressed once for many responses.
 */
export async function compress(
  body: string | Uint8Array,
  coding: Coding,
  { isKept = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (coding === "gzip") return new Uint8Array(await runGzip(body));
  const quality = isKept ? constants.BROTLI_MAX_QUALITY : quickQuality;
  return new Uint8Array(await runBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
}
