import type { DocumentStore } from "@tools-api/core";
import { collection } from "@tools-api/core/internal";
import { z } from "zod";

// A server binds to these to listen on every interface; a client cannot connect to them.
const loopbackAddresses = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["0", "127.0.0.1"],
  ["::", "::1"],
  ["::0", "::1"],
]);

/** Returns the URL at which a browser on this machine reaches a server with this host and port. */
export function listeningUrl(host: string, port: number): string {
  const name = loopbackAddresses.get(host) ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** Returns a warning if other machines can reach the server but its links work only on this one. */
export function publicUrlWarnings(host: string, configured: string | undefined, url: string): string[] {
  if (configured !== undefined || !loopbackAddresses.has(host)) return [];
  return [`PUBLIC_URL is not set. Links start with ${url}, which works on this machine only.`];
}

const serverUrls = collection("settings/server-url", z.object({ url: z.string() }));

/** Stores the public URL of a started server. If there are several servers, the last start wins. */
export async function rememberServerUrl(documents: DocumentStore, url: string): Promise<void> {
  if ((await lastServerUrl(documents)) !== url) await documents.commit([serverUrls.put({}, { url })]);
}

/** Returns the public URL of the server that started last, or `null` if no server has started on the store. */
export async function lastServerUrl(documents: DocumentStore): Promise<string | null> {
  return (await serverUrls.get(documents, {}))?.value.url ?? null;
}
