import { type Camelized, nameSchemas, preciseTimestamp, Scope } from "@tools-api/core/internal";
import { clientTypes, grantTypes } from "@tools-api/core/oauth";
import { z } from "zod";

/** An API key as its owner sees it. */
export const ApiKeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  daily_limit: z.int().nullable(),
  created_at: preciseTimestamp,
  expires_at: preciseTimestamp.nullable(),
  last_used_at: preciseTimestamp.nullable().describe("To the minute."),
  rotated_at: preciseTimestamp.nullable(),
  previous_ends_at: preciseTimestamp.nullable().describe("The time until which the previous secret works."),
  revoked_at: preciseTimestamp.nullable(),
});

export type ApiKeyRecord = Camelized<z.output<typeof ApiKeyRecord>>;

/** An OAuth client as its owner sees it. */
export const ClientRecord = z.object({
  id: z.string().describe("The OAuth `client_id`."),
  name: z.string(),
  type: z.enum(clientTypes),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.enum(grantTypes)),
  scopes: z.array(Scope),
  created_at: preciseTimestamp,
  revoked_at: preciseTimestamp.nullable(),
});

export type ClientRecord = Camelized<z.output<typeof ClientRecord>>;

/** A browser in which the owner is signed in. */
export const SessionRecord = z.object({
  id: z.string(),
  method: z.enum(["password", "link"]).describe("How the owner signed in."),
  user_agent: z.string(),
  created_at: preciseTimestamp,
  last_seen_at: preciseTimestamp.describe("Accurate to one hour."),
  expires_at: preciseTimestamp,
  current: z.boolean().describe("True for the session that makes this request."),
});

export type SessionRecord = Camelized<z.output<typeof SessionRecord>>;

/** The scopes that the owner has granted to an OAuth client. */
export const GrantRecord = z.object({
  id: z.string(),
  client: z.object({
    id: z.string(),
    name: z.string().nullable().describe("The name of the client; null if the client no longer exists."),
    self_registered: z.boolean().describe("Whether the client registered itself: no account owns it."),
    host: z
      .string()
      .nullable()
      .describe(
        "The host of the client id if that is a URL, otherwise the destination of the client's redirects; null unless the " +
          "client registered itself.",
      ),
  }),
  scopes: z.array(Scope),
  created_at: preciseTimestamp,
  last_used_at: preciseTimestamp.nullable().describe("The last call with the grant, to the minute."),
});

export type GrantRecord = Camelized<z.output<typeof GrantRecord>>;

nameSchemas({
  ApiKey: ApiKeyRecord,
  OAuthClient: ClientRecord,
  Session: SessionRecord,
  Grant: GrantRecord,
  GrantedClient: GrantRecord.shape.client,
});
