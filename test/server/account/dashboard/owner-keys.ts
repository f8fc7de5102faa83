import { type ApiKey, createApiKey } from "@tools-api/core/accounts";
import { expect } from "vitest";
import type { ManagementServer } from "../../management-server.ts";
import { type Fields, fieldsOf, type OwnerPages, textOf, withFields } from "./owner-pages.ts";

/** A key in a response of the management API. */
export interface KeyRecord {
  prefix: string | null;
  id: string;
  name: string;
  scopes: string[];
  daily_limit: number | null;
  expires_at: string | null;
  previous_ends_at: string | null;
  revoked_at: string | null;
}

/** Returns the keys of an owner, from the API. */
export async function keysOf(owner: OwnerPages): Promise<KeyRecord[]> {
  // The contract requires the shape. Each test checks the fields that it reads.
  return ((await owner.ask("GET /account/keys?limit=100")) as { items: KeyRecord[] }).items;
}

/** Submits the form of a new key with its default values, except for the given fields. */
export async function createWith(owner: OwnerPages, others: Fields): Promise<Response> {
  const html = await (await owner.get("/new-key")).text();
  return owner.post("/keys", withFields(fieldsOf(html, "/keys"), others));
}

/** Returns the secret that a page shows. */
export function secretIn(html: string): string {
  const [, secret = ""] = /<pre [^>]*id="key"[^>]*>([^<]*)<\/pre>/.exec(html) ?? [];
  expect(secret).toMatch(/^tk_live_[0-9A-Za-z]{38}$/);
  return secret;
}

/** Returns the curl line next to a secret, if the page has one. */
export function lineIn(html: string): string | undefined {
  const line = /<pre [^>]*id="call"[^>]*>([^<]*)<\/pre>/.exec(html)?.[1];
  return line === undefined ? undefined : textOf(line);
}

/** Returns the status of a call with a secret. */
export async function statusWith(server: ManagementServer, bearer: string): Promise<number> {
  return (await server.call("GET /v1/user/profile", { bearer })).status;
}

/** Creates a key directly in the store, for states that take days to occur. */
export async function keyOf(
  { documents }: ManagementServer,
  owner: OwnerPages,
  fields: Parameters<typeof createApiKey>[2],
  now: number,
): Promise<ApiKey> {
  return (await createApiKey(documents, owner.account, fields, { at: now })).apiKey;
}
