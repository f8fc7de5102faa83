import { fetchCompressed } from "../../server/account/dashboard/wire-bytes.ts";

/**
 * Returns the bytes of the bodies that a browser without a cache loads before it paints a page: HTML and
 * style sheets.
 */
export async function firstPaintBytes(url: string, cookie: string): Promise<{ html: number; css: number }> {
  const { bytes, text } = await fetchCompressed(url, cookie);
  const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = ""]) => path);
  const loaded = await Promise.all(sheets.map((path) => fetchCompressed(new URL(path, url).href, cookie)));
  return { html: bytes, css: loaded.reduce((sum, sheet) => sum + sheet.bytes, 0) };
}
