import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { DocumentStore } from "@tools-api/core";
import type { StoreSettings } from "./open-stores.ts";
import { redactor } from "./redact.ts";
import { schemeName } from "./schemes.ts";

/** The settings that name the stores of a server. */
export type StoreLocation = Pick<StoreSettings, "databaseUrl" | "usageUrl">;

/** Returns the path of the file of a SQLite URL, or `null` for another engine. */
export function sqlitePath(url: string): string | null {
  return schemeName(url) === "sqlite:" ? resolve(url.slice("sqlite:".length)) : null;
}

/** Returns the URL of a store for people: without its secrets, and with the whole path of a file. */
function shownUrl(url: string): string {
  const path = sqlitePath(url);
  return path === null ? redactor([url])(url) : `sqlite:${path}`;
}

/** Returns the stores of a server for people. */
export function storeName({ databaseUrl, usageUrl }: StoreLocation): string {
  const usage = usageUrl === databaseUrl ? "" : ` and, for usage, ${shownUrl(usageUrl)}`;
  return shownUrl(databaseUrl) + usage;
}

/** Returns whether opening a store creates its file. */
export function createsFile({ databaseUrl }: StoreLocation): boolean {
  const path = sqlitePath(databaseUrl);
  return path !== null && !existsSync(path);
}

/** Returns whether a store has no document. A server writes some at its start. */
export async function isEmptyStore(documents: DocumentStore): Promise<boolean> {
  return (await documents.list("", { limit: 1 })).length === 0;
}
