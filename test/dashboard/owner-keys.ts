import type { Scope } from "@tools-api/core";
import { type ApiKey, createApiKey } from "@tools-api/core/accounts";
import { expect } from "vitest";
import type { ManagementServer } from "../server/management-server.ts";
import { type Fields, fieldsOf, type OwnerPages, textOf, withFields } from "./owner-pages.ts";

/** A key as the management API answers it. */
export interface KeyRecord {
  id: string;
  name: string;
  scopes: Scope[];
  daily_limit: number | null;
  expires_at: string | null;
  previous_ends_at: string | null;
  revoked_at: string | null;
}

/** The keys of an owner, by the API. */
export async function keysOf(owner: OwnerPages): Promise<KeyRecord[]> {
  // The shape is what the contract requires; each test requires what it reads of it.
  return ((await owner.ask("GET /account/keys?limit=100")) as { items: KeyRecord[] }).items;
}

/** Sends the form of a new key as it stands but for some fields. */
export async function createWith(owner: OwnerPages, others: Fields): Promise<Response> {
  const html = await (await owner.get("/new-key")).text();
  return owner.post("/keys", withFields(fieldsOf(html, "/keys"), others));
}

/** The secret that a page shows. */
export function secretIn(html: string): string {
  const [, secret = ""] = /<pre [^>]*id="key"[^>]*>([^<]*)<\/pre>/.exec(html) ?? [];
  expect(secret).toMatch(/^tk_live_[0-9A-Za-z]{38}$/);
  return secret;
}

/** The line for a terminal that a page shows beside a secret, if any. */
export function lineIn(html: string): string | undefined {
  const line = /<pre [^>]*id="call"[^>]*>([^<]*)<\/pre>/.exec(html)?.[1];
  return line === undefined ? undefined : textOf(line);
}

/** What a call with a secret is answered with. */
export async function statusWith(server: ManagementServer, bearer: string): Promise<number> {
  return (await server.call("GET /v1/user/profile", { bearer })).status;
}

/** A key that was made behind the pages, for states that take days to come about. */
export async function keyOf(
  { documents }: ManagementServer,
  owner: OwnerPages,
  fields: Parameters<typeof createApiKey>[2],
  now: number,
): Promise<ApiKey> {
  return (await createApiKey(documents, owner.account, fields, now)).apiKey;
}
