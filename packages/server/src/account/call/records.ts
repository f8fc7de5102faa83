import {
  type Camelized,
  nameSchemas,
  preciseTimestamp,
  Scope,
  signInMethods,
} from "@tools-api/core/internal";
import { actorKinds, AuditDetail } from "@tools-api/core/audit";
import { clientTypes, grantTypes } from "@tools-api/core/oauth";
import { z } from "zod";

/** An API key as its owner sees it. */
export const ApiKeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z
    .string()
    .nullable()
    .describe("The first characters of the secret; null for a key of an earlier release."),
  last_four: z.string().nullable().describe("The last characters of the secret."),
  scopes: z.array(Scope),
  daily_limit: z.int().nullable(),
  allowed_ips: z
    .array(z.string())
    .describe("The IP addresses and ranges of the clients; empty for every address."),
  created_at: preciseTimestamp,
  expires_at: preciseTimestamp.nullable(),
  last_used_at: preciseTimestamp.nullable().describe("To the minute."),
  last_used_from: z
    .string()
    .nullable()
    .describe(
      "The client's IP address at the last use, to the minute. `null` if the key is unused or the server keeps no request log.",
    ),
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
  method: z.enum(signInMethods).describe("How the owner signed in."),
  user_agent: z.string(),
  created_at: preciseTimestamp,
  last_seen_at: preciseTimestamp.describe("Accurate to one hour."),
  expires_at: preciseTimestamp,
  current: z.boolean().describe("True for the session that makes this request."),
});

export type SessionRecord = Camelized<z.output<typeof SessionRecord>>;

/** A passkey of an account. */
export const PasskeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  created_at: preciseTimestamp,
  last_used_at: preciseTimestamp.nullable(),
});

export type PasskeyRecord = Camelized<z.output<typeof PasskeyRecord>>;

/** The user of the identity provider who signs in to an account. */
export const ProviderLinkRecord = z.object({
  issuer: z.string(),
  subject: z.string().describe("The `sub` of the ID tokens of the user."),
  email: z
    .string()
    .nullable()
    .describe("The address that the provider had verified at the time of the link; null if it had none."),
  created_at: preciseTimestamp,
  last_used_at: preciseTimestamp,
});

export type ProviderLinkRecord = Camelized<z.output<typeof ProviderLinkRecord>>;

const publicKeyType = z.literal("public-key");

/** The options of a new passkey. The names are those of WebAuthn Level 3 §5.1.8. */
export const PasskeyOptionsRecord = z.object({
  public_key: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.int() })),
    timeout: z.int().describe("Milliseconds."),
    attestation: z.literal("none"),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      userVerification: z.literal("required"),
    }),
    excludeCredentials: z.array(
      z.object({ type: publicKeyType, id: z.string(), transports: z.array(z.string()) }),
    ),
  }),
});

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

/** A request in the request log. */
export const LoggedRequestRecord = z.object({
  request_id: z.string(),
  at: preciseTimestamp,
  credential: z.string().describe("The id of the key, the grant or the subject of the token."),
  credential_name: z.string().nullable().describe("The name of the key; null for other credentials."),
  endpoint: z.string().describe("The method and the route."),
  status: z.int(),
  code: z.string().nullable().describe("The code of the error; null for a success."),
  duration_ms: z.number(),
  bytes_in: z.int(),
  bytes_out: z.int(),
  transport: z.enum(["http", "mcp"]),
});

export type LoggedRequestRecord = Camelized<z.output<typeof LoggedRequestRecord>>;

/** The last requests in figures. */
export const RequestSummaryRecord = z.object({
  since: preciseTimestamp,
  requests: z.int().min(0),
  statuses: z.array(z.object({ status: z.int(), requests: z.int().min(1) })),
  latency_ms: z.object({ p50: z.number().min(0), p95: z.number().min(0) }).nullable(),
  errors: z
    .array(LoggedRequestRecord)
    .describe("The newest requests with a status of 400 or above, at most 5."),
});

export type RequestSummaryRecord = Camelized<z.output<typeof RequestSummaryRecord>>;

/** An entry of the audit log. */
export const AuditEntryRecord = z.object({
  id: z.string(),
  at: preciseTimestamp,
  action: z.string().describe("An object and a past participle, such as `key.created`."),
  actor: z.object({
    kind: z
      .enum(actorKinds)
      .describe(
        "`cli`: a command on the server. `system`: the server, for example at the end of a billing cycle.",
      ),
    account: z.string().optional().describe("The account of the owner or the operator."),
    credential: z.string().optional().describe("The id of the session, key or grant that made the request."),
  }),
  target: z.string().nullable().describe("The id of the changed object; null for the account itself."),
  address: z.string().nullable().describe("The address of the client."),
  details: z.record(z.string(), AuditDetail).describe("Facts that depend on the action. Never a secret."),
});

export type AuditEntryRecord = Camelized<z.output<typeof AuditEntryRecord>>;

nameSchemas({
  AuditEntry: AuditEntryRecord,
  LoggedRequest: LoggedRequestRecord,
  RequestSummary: RequestSummaryRecord,
  RequestCount: RequestSummaryRecord.shape.statuses.element,
  AuditActor: AuditEntryRecord.shape.actor,
  ApiKey: ApiKeyRecord,
  OAuthClient: ClientRecord,
  Session: SessionRecord,
  Passkey: PasskeyRecord,
  PasskeyOptions: PasskeyOptionsRecord,
  ProviderLink: ProviderLinkRecord,
  Grant: GrantRecord,
  GrantedClient: GrantRecord.shape.client,
});
