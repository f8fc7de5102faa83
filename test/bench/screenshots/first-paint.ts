import { get } from "node:http";
import { gunzipSync } from "node:zlib";

/** Fetches a body with compression. Resolves with it and its length on the wire. */
function fetchCompressed(
  url: string,
  cookie: string,
): Promise<{ bytes: number; body: Buffer; encoding: string }> {
  const headers = { Accept: "text/html,*/*;q=0.8", "Accept-Encoding": "gzip", Cookie: cookie };
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const body = Buffer.concat(chunks);
        resolve({ bytes: body.length, body, encoding: response.headers["content-encoding"] ?? "" });
      });
    }).once("error", reject);
  });
}

/**
 * Returns the bytes of the bodies that a browser without a cache loads before it paints a page: HTML and
 * style sheets.
 */
export async function firstPaintBytes(url: string, cookie: string): Promise<{ html: number; css: number }> {
  const { bytes, body, encoding } = await fetchCompressed(url, cookie);
  const html = encoding === "gzip" ? gunzipSync(body).toString() : body.toString();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) => path);
  const loaded = await Promise.all(sheets.map((path) => fetchCompressed(new URL(path, url).href, cookie)));
  return { html: bytes, css: loaded.reduce((sum, sheet) => sum + sheet.bytes, 0) };
}
