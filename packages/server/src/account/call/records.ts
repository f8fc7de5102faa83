import { Scope, signInMethods } from "@tools-api/core/accounts";
import { type Camelized, nameSchemas, preciseTimestamp } from "@tools-api/core/internal/schema";
import { actorKinds, AuditDetail } from "@tools-api/core/audit";
import { clientTypes, grantTypes } from "@tools-api/core/oauth";
import { z } from "zod";
import type { ExampleSource } from "../../http/operation-example.ts";
import { accountExample } from "./account-record.ts";

/** An API key as its owner sees it. */
export const ApiKeyRecord = z.object({
  id: z.string().describe("The id of the key, such as `key_YgjWlB0Y0nwYnphpcZKa93`. It is no secret."),
  name: z.string().describe("The name that you gave the key."),
  prefix: z
    .string()
    .nullable()
    .describe("The first characters of the secret; null for a key of an earlier release."),
  last_four: z.string().nullable().describe("The last characters of the secret."),
  scopes: z.array(Scope).describe("The calls that the key may make."),
  daily_limit: z
    .int()
    .nullable()
    .describe(
      "How many calls the key may make in a UTC day; `null` if only the allowance of the account limits it.",
    ),
  allowed_ips: z
    .array(z.string())
    .describe("The IP addresses and ranges of the clients; empty for every address."),
  created_at: preciseTimestamp.describe("When the key was created."),
  expires_at: preciseTimestamp.nullable().describe("When the key stops working; `null` if never."),
  last_used_at: preciseTimestamp
    .nullable()
    .describe("When the key was last used, to the minute; `null` if never."),
  last_used_from: z
    .string()
    .nullable()
    .describe(
      "The client's IP address at the last use, to the minute. `null` if the key is unused or the server keeps no " +
        "request log.",
    ),
  rotated_at: preciseTimestamp.nullable().describe("When the secret was last replaced; `null` if never."),
  previous_ends_at: preciseTimestamp
    .nullable()
    .describe("When the previous secret stops working; `null` without one."),
  revoked_at: preciseTimestamp.nullable().describe("When the key was revoked; `null` if it was not."),
});

export type ApiKeyRecord = Camelized<z.output<typeof ApiKeyRecord>>;

export const apiKeyExampleId = "key_YgjWlB0Y0nwYnphpcZKa93";

export const apiKeyExample = ({ scopes }: ExampleSource) => ({
  id: apiKeyExampleId,
  name: "Production",
  prefix: "tk_live_3fQz",
  last_four: "m81K",
  // Those for one tool and for reports.
  scopes: [...new Set([...scopes.calls.slice(0, 1), "usage:read"])],
  daily_limit: 500,
  allowed_ips: ["192.0.2.0/24"],
  created_at: "2026-11-02T09:15:08.000Z",
  expires_at: "2036-11-01T00:00:00.000Z",
  last_used_at: null,
  last_used_from: null,
  rotated_at: null,
  previous_ends_at: null,
  revoked_at: null,
});

/** An OAuth client as its owner sees it. */
export const ClientRecord = z.object({
  id: z.string().describe("The OAuth `client_id`."),
  name: z.string().describe("The name that users see on the consent page."),
  type: z
    .enum(clientTypes)
    .describe(
      "Whether the application can keep a secret: `confidential` on a server, `public` in a browser, an app or a " +
        "command line.",
    ),
  redirect_uris: z.array(z.string()).describe("The addresses that users return to after they consented."),
  grant_types: z.array(z.enum(grantTypes)).describe("The ways in which the application gets tokens."),
  scopes: z.array(Scope).describe("The scopes that it can request."),
  created_at: preciseTimestamp.describe("When the client was registered."),
  revoked_at: preciseTimestamp.nullable().describe("When the client was revoked; `null` if it was not."),
});

export type ClientRecord = Camelized<z.output<typeof ClientRecord>>;

export const clientExample = {
  id: "client_7DgPRjYjdYOCuMK2LVDwBu",
  name: "Reports",
  type: "confidential",
  redirect_uris: ["https://reports.example.com/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  scopes: ["usage:read"],
  created_at: "2026-11-21T13:06:23.000Z",
  revoked_at: null,
};

/** A browser in which the owner is signed in. */
export const SessionRecord = z.object({
  id: z.string().describe("The id of the session, with which it can be ended."),
  method: z.enum(signInMethods).describe("How the owner signed in."),
  user_agent: z.string().describe("The browser, by its `User-Agent`."),
  created_at: preciseTimestamp.describe("When the owner signed in."),
  last_seen_at: preciseTimestamp.describe("When the browser was last active, to the hour."),
  expires_at: preciseTimestamp.describe("When the session ends by itself."),
  current: z.boolean().describe("True for the session that makes this request."),
});

export type SessionRecord = Camelized<z.output<typeof SessionRecord>>;

export const sessionExample = {
  id: "sess_4Pa4v52ROitqvILlWnLUVG",
  method: "password",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  created_at: "2026-11-21T12:32:50.000Z",
  last_seen_at: "2026-11-21T12:32:50.000Z",
  expires_at: "2026-12-05T12:32:50.000Z",
};

/** A passkey of an account. */
export const PasskeyRecord = z.object({
  id: z.string().describe("The id of the passkey, with which it can be removed."),
  name: z.string().describe("The name that the owner gave it, such as `Laptop`."),
  created_at: preciseTimestamp.describe("When the passkey was added."),
  last_used_at: preciseTimestamp.nullable().describe("When the passkey last signed in; `null` if never."),
});

export type PasskeyRecord = Camelized<z.output<typeof PasskeyRecord>>;

export const passkeyExample = {
  id: "passkey_2vP6cUwJc3c1sQXyYk0nLd",
  name: "Laptop",
  created_at: "2026-11-21T12:40:11.000Z",
  last_used_at: "2026-11-21T13:00:42.000Z",
};

/** The user of the identity provider who signs in to an account. */
export const ProviderLinkRecord = z.object({
  issuer: z.string().describe("The URL of the identity provider, its `iss`."),
  subject: z.string().describe("The `sub` of the ID tokens of the user."),
  email: z
    .string()
    .nullable()
    .describe("The address that the provider had verified at the time of the link; null if it had none."),
  created_at: preciseTimestamp.describe("When the account was linked."),
  last_used_at: preciseTimestamp.describe("When the user last signed in."),
});

export type ProviderLinkRecord = Camelized<z.output<typeof ProviderLinkRecord>>;

export const providerLinkExample = {
  issuer: "https://login.example.com",
  subject: "248289761001",
  email: accountExample.email,
  created_at: "2026-11-21T12:41:30.000Z",
  last_used_at: "2026-11-21T13:01:17.000Z",
};

const publicKeyType = z.literal("public-key").describe("Always the type of passkeys.");

/** The options of a new passkey. The names are those of WebAuthn Level 3 §5.1.8. */
export const PasskeyOptionsRecord = z.object({
  public_key: z
    .object({
      challenge: z.string().describe("The random value that the browser signs, in base64url."),
      rp: z
        .object({
          id: z.string().describe("The host for which the passkey is valid."),
          name: z.string().describe("The name of the server, which the browser shows."),
        })
        .describe("The server for which the passkey is."),
      user: z
        .object({
          id: z.string().describe("The id of the account in base64url."),
          name: z.string().describe("The email address of the account."),
          displayName: z.string().describe("The email address of the account, for display."),
        })
        .describe("The account for which the passkey is."),
      pubKeyCredParams: z
        .array(z.object({ type: publicKeyType, alg: z.int().describe("The COSE number of an algorithm.") }))
        .describe("The signature algorithms that the server accepts, preferred ones first."),
      timeout: z.int().describe("The milliseconds that the browser waits for the user."),
      attestation: z.literal("none").describe("The server asks for no proof of the device's maker."),
      authenticatorSelection: z
        .object({
          residentKey: z.literal("required").describe("The device stores the passkey, so no name is typed."),
          userVerification: z
            .literal("required")
            .describe("The device checks its user, by PIN or biometrics."),
        })
        .describe("The features that the device needs."),
      excludeCredentials: z
        .array(
          z.object({
            type: publicKeyType,
            id: z.string().describe("The id of a passkey in base64url."),
            transports: z.array(z.string()).describe("How the browser reaches it, such as `internal`."),
          }),
        )
        .describe("The passkeys that the account has already."),
    })
    .describe(
      "The `PublicKeyCredentialCreationOptionsJSON` for `parseCreationOptionsFromJSON` of the browser.",
    ),
});

/** The scopes that the owner has granted to an OAuth client. */
export const GrantRecord = z.object({
  id: z.string().describe("The id of the grant, with which it can be revoked."),
  client: z
    .object({
      id: z.string().describe("The OAuth `client_id` of the application."),
      name: z.string().nullable().describe("The name of the client; null if the client no longer exists."),
      self_registered: z.boolean().describe("Whether the client registered itself: no account owns it."),
      host: z
        .string()
        .nullable()
        .describe(
          "The host of the client id if that is a URL, otherwise the destination of the client's redirects; null " +
            "unless the client registered itself.",
        ),
    })
    .describe("The application that has the grant."),
  scopes: z.array(Scope).describe("The calls that the application may make for the user."),
  created_at: preciseTimestamp.describe("When the user consented."),
  last_used_at: preciseTimestamp
    .nullable()
    .describe("When the grant was last used, to the minute; `null` if never."),
});

export type GrantRecord = Camelized<z.output<typeof GrantRecord>>;

export const grantExample = {
  id: "grant_hLiXWOfTr5AN7Rc9Qs93NC",
  client: { id: clientExample.id, name: clientExample.name, self_registered: false, host: null },
  scopes: ["usage:read"],
  created_at: "2026-11-21T13:10:27.000Z",
  last_used_at: "2026-11-22T09:59:00.000Z",
};

/** A request in the request log. */
export const LoggedRequestRecord = z.object({
  request_id: z.string().describe("The id in `X-Request-Id` of the response, for the support."),
  at: preciseTimestamp.describe("When the request arrived."),
  credential: z.string().describe("The id of the key, the grant or the subject of the token."),
  credential_name: z.string().nullable().describe("The name of the key; null for other credentials."),
  endpoint: z.string().describe("The method and the route."),
  status: z.int().describe("The HTTP status of the response."),
  code: z.string().nullable().describe("The code of the error; null for a success."),
  parameters: z
    .array(z.string())
    .describe(
      "The names of the parameters at fault, at most 5, without their values; empty if there is none.",
    ),
  duration_ms: z.number().describe("The milliseconds on the server."),
  bytes_in: z.int().describe("The bytes of the request's body."),
  bytes_out: z.int().describe("The bytes of the response's body."),
  transport: z.enum(["http", "mcp"]).describe("How the call came: directly, or through `/mcp`."),
});

export type LoggedRequestRecord = Camelized<z.output<typeof LoggedRequestRecord>>;

/** Returns an example without the name of the credential, as an export has it. */
export const requestExample = ({ endpoints }: ExampleSource) => ({
  request_id: "01a20ab5-6c8e-78a7-bfb8-09e9e3b9a024",
  at: "2026-11-21T13:02:19.412Z",
  credential: apiKeyExampleId,
  endpoint: endpoints[0],
  status: 200,
  code: null,
  parameters: [],
  duration_ms: 3.206,
  bytes_in: 61,
  bytes_out: 1189,
  transport: "http",
});

/** The last requests in figures. */
export const RequestSummaryRecord = z.object({
  since: preciseTimestamp.describe("The earliest instant that the figures cover."),
  requests: z.int().min(0).describe("How many requests the figures describe."),
  statuses: z
    .array(
      z.object({
        status: z.int().describe("An HTTP status."),
        requests: z.int().min(1).describe("How many requests had it."),
      }),
    )
    .describe("The statuses with their counts."),
  latency_ms: z
    .object({
      p50: z.number().min(0).describe("The milliseconds that half of the requests did not exceed."),
      p95: z.number().min(0).describe("The milliseconds that 95 percent of the requests did not exceed."),
    })
    .nullable()
    .describe("The durations on the server; `null` without requests."),
  errors: z
    .array(LoggedRequestRecord.extend({ requests: z.int().min(1).describe("The requests of this kind.") }))
    .describe("The newest request of each kind of error (status, code and endpoint), at most 5."),
});

export type RequestSummaryRecord = Camelized<z.output<typeof RequestSummaryRecord>>;

/** An entry of the audit log. */
export const AuditEntryRecord = z.object({
  id: z.string().describe("The id of the entry."),
  at: preciseTimestamp.describe("When it happened."),
  action: z.string().describe("An object and a past participle, such as `key.created`."),
  actor: z
    .object({
      kind: z
        .enum(actorKinds)
        .describe(
          "`cli`: a command on the server. `system`: the server, for example at the end of a billing cycle.",
        ),
      account: z.string().optional().describe("The account of the owner or the operator."),
      credential: z
        .string()
        .optional()
        .describe("The id of the session, key or grant that made the request."),
    })
    .describe("The actor of the change."),
  target: z.string().nullable().describe("The id of the changed object; null for the account itself."),
  address: z.string().nullable().describe("The address of the client."),
  details: z.record(z.string(), AuditDetail).describe("Facts that depend on the action. Never a secret."),
});

export type AuditEntryRecord = Camelized<z.output<typeof AuditEntryRecord>>;

export const auditEntryExample = {
  id: "audit_RswrmvVAjbsA7nZlUbgwFs",
  at: "2026-11-21T13:02:19.000Z",
  action: "key.rotated",
  actor: { kind: "owner", account: accountExample.id, credential: sessionExample.id },
  target: apiKeyExampleId,
  address: "192.0.2.7",
  details: { name: "Production", grace_seconds: 3600 },
};

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
