import { dirname, join } from "node:path";
import { schemeName, storeScheme } from "./schemes.ts";
import { sqlitePath } from "./store-name.ts";

/** The scheme of a folder with the bytes of files. */
export const folderScheme = "folder:";

/** Returns whether a URL names a store that also keeps the bytes of files. */
function keepsBytes(url: string, name: string): boolean {
  if (name === folderScheme) return url.length > folderScheme.length;
  return (name === "unstorage:" || name === "memory:") && storeScheme(url).accepts(url);
}

/** Returns the error of a URL for the bytes of files, or `null` if it is valid. It quotes only the scheme. */
export function blobsUrlFault(url: string): string | null {
  const name = schemeName(url);
  if (keepsBytes(url, name)) return null;
  const received = name ? `a URL of the scheme "${name}"` : "a value without a scheme";
  return `expected folder:PATH, unstorage:DRIVER?OPTIONS or memory:, received ${received}`;
}

/** Returns the URL of the bytes of files, or `null` if nothing says where they can be. */
export function blobsUrl(url: string | undefined, databaseUrl: string): string | null {
  if (url !== undefined) return url;
  const path = sqlitePath(databaseUrl);
  if (path !== null) return `${folderScheme}${join(dirname(path), "files")}`;
  return databaseUrl === "memory:" ? databaseUrl : null;
}
