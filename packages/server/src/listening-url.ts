import type { DocumentStore } from "@tools-api/core";
import { z } from "zod";

// These listen on every interface, and are no addresses to connect to.
const loopbackAddresses = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["0", "127.0.0.1"],
  ["::", "::1"],
  ["::0", "::1"],
]);

/** Returns the URL under which a browser on this machine reaches a server that listens on a host and a port. */
export function listeningUrl(host: string, port: number): string {
  const name = loopbackAddresses.get(host) ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Returns a warning if a server is open to other machines and the links in its answers work on this one only. */
export function publicUrlWarnings(host: string, configured: string | undefined, url: string): string[] {
  if (configured !== undefined || !loopbackAddresses.has(host)) return [];
  return [`PUBLIC_URL is not set: links begin with ${url}, which works on this machine only.`];
}

const key = "settings/server-url";
const ServerUrl = z.object({ url: z.string() });

/** Keeps the public URL of a server that has started. With several servers the last start counts. */
export async function rememberServerUrl(documents: DocumentStore, url: string): Promise<void> {
  if ((await lastServerUrl(documents)) !== url) await documents.commit([{ key, value: { url } }]);
}

/** Returns the public URL of the server that started last, or `null` if none has started on the store. */
export async function lastServerUrl(documents: DocumentStore): Promise<string | null> {
  const document = await documents.get(key);
  return document && ServerUrl.parse(document.value).url;
}
