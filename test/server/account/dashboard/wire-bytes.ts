import { get } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** Fetches a body as a browser over TLS requests it. Resolves with it and its length on the wire. */
export function fetchCompressed(url: string, cookie: string): Promise<{ bytes: number; text: string }> {
  const headers = {
    Accept: "text/html,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate, br",
    ...(cookie !== "" && { Cookie: cookie }),
  };
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const body = Buffer.concat(chunks);
        const decode = { br: brotliDecompressSync, gzip: gunzipSync }[
          response.headers["content-encoding"] ?? ""
        ];
        resolve({ bytes: body.length, text: (decode?.(body) ?? body).toString() });
      });
    }).once("error", reject);
  });
}

const loaded = /<(?:link rel="(?:stylesheet|icon|modulepreload)"|script|img)[^>]*\s(?:href|src)="([^"]+)"/g;
const photo = /\.(?:jpg|png|webp|avif)$/;

/** The lengths of loaded files by URL. Pages share most files, and the URL of a file contains its digest. */
const lengths = new Map<string, Promise<number>>();

function fileLength(url: string): Promise<number> {
  const length = lengths.get(url) ?? fetchCompressed(url, "").then(({ bytes }) => bytes);
  lengths.set(url, length);
  return length;
}

/**
 * Returns the bytes of the bodies that a browser without a cache loads with a page: HTML, styles, scripts and marks, and
 * apart from them its photos.
 */
export async function wireBytes(url: string, cookie: string): Promise<{ page: number; photos: number }> {
  const { bytes, text } = await fetchCompressed(url, cookie);
  const files = new Set([...text.matchAll(loaded)].map(([, path = ""]) => new URL(path, url).href));
  const sum = async (urls: readonly string[]) =>
    (await Promise.all(urls.map(fileLength))).reduce((total, length) => total + length, 0);
  return {
    page: bytes + (await sum([...files].filter((file) => !photo.test(file)))),
    photos: await sum([...files].filter((file) => photo.test(file))),
  };
}
