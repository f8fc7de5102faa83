import { nameSchemas, parameter } from "@tools-api/core/internal/schema";
import {
  createOAuthClient,
  getOAuthClient,
  listOAuthClients,
  NewOAuthClient,
  type OAuthClient,
  OAuthClientChange,
  pageOfOAuthClientsIn,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from "@tools-api/core/oauth";
import { z } from "zod";
import { ignoredScopes, type ScopeCatalog } from "../../http/scope-catalog.ts";
import type { AccountServices } from "../../session/services.ts";
import { requirePermissions } from "../call/permissions.ts";
import type { Caller } from "../call/caller.ts";
import {
  defaultLimit,
  pageExample,
  pageRecord,
  readPage,
  stateDescription,
  positionedQuery,
  StatePageQuery,
} from "../call/page.ts";
import { clientExample, ClientRecord } from "../call/records.ts";
import {
  type BodyTerms,
  type ManagementCall,
  type ManagementRoute,
  managementRoute,
  notFound,
} from "../call/route.ts";

const onlyHere = "Only this response shows it: a repeated request with the same Idempotency-Key gets none.";
const secret = z.string().describe(`The OAuth \`client_secret\`. ${onlyHere}`);

const RegisteredClientRecord = ClientRecord.extend({
  client_secret: z
    .string()
    .nullable()
    .optional()
    .describe(`The OAuth \`client_secret\`; \`null\` for a public client. ${onlyHere}`),
});

const RotatedClientRecord = ClientRecord.extend({ client_secret: secret.optional() });

nameSchemas({
  RegisteredOAuthClient: RegisteredClientRecord,
  RotatedOAuthClient: RotatedClientRecord,
});
/**
 * Returns the scopes that a list names for a client. If it names only scopes that the server ignores, these are
 * `fallback`.
 */
export function clientScopes<Fallback>(
  { all }: ScopeCatalog,
  named: readonly string[],
  fallback: Fallback,
): string[] | Fallback {
  const kept = all.filter((scope) => named.includes(scope));
  return kept.length > 0 ? kept : fallback;
}

function scopeList({ all }: ScopeCatalog) {
  return z.array(z.enum([...all, ...ignoredScopes])).min(1);
}

function registrationBody({ scopes }: BodyTerms) {
  // The scopes of tools that are installed later are not included: users have not consented to them.
  const calls = [...scopes.calls];
  const list = scopeList(scopes).transform((named) => clientScopes(scopes, named, calls));
  const expected = `a list of ${scopes.all.join(", ")}`;
  return NewOAuthClient.extend({
    scopes: parameter(expected, list.prefault(calls), {
      purpose: "The scopes that the application can request.",
    }),
  });
}

function changeBody({ scopes }: BodyTerms) {
  const list = scopeList(scopes).transform((named) => clientScopes(scopes, named, undefined));
  const expected = `a list of ${scopes.all.join(", ")}`;
  return OAuthClientChange.extend({
    scopes: parameter(expected, list.optional(), {
      purpose: "The scopes that the application can request from now on. Default: they stay.",
    }),
  });
}

/** Returns the record of a client, without its secret. */
export function clientRecord(
  { scopes }: Pick<AccountServices, "scopes">,
  client: Omit<OAuthClient, "secretDigest">,
): ClientRecord {
  return {
    id: client.id,
    name: client.name,
    type: client.type,
    redirectUris: client.redirectUris,
    grantTypes: client.grantTypes,
    scopes: scopes.list(client.scopes),
    createdAt: client.createdAt,
    revokedAt: client.revokedAt,
  };
}

async function requireClient(
  { documents }: AccountServices,
  { account }: Caller,
  id: string,
): Promise<OAuthClient> {
  const found = await getOAuthClient(documents, account.id, id);
  if (!found) throw notFound("client", id);
  return found.value;
}

/** Answers a repeated request, without the secret that the first one showed. */
async function repeatIssue({ services, caller }: ManagementCall, id: string): Promise<ClientRecord> {
  const found = await getOAuthClient(services.documents, caller.account.id, id);
  if (!found) throw notFound("client", id);
  // The process that replaced the secret may have ended before it raised the fence, and the change is acknowledged here.
  await services.usage.fence(found.key, found.version);
  return clientRecord(services, found.value);
}

/**
 * Checks that the caller may grant scopes to a client. A client has neither expiry nor limit, so a caller with either
 * cannot pass its permissions on to one.
 */
function requireClientAuthority(services: AccountServices, caller: Caller, granted: readonly string[]): void {
  requirePermissions(services, caller, {
    scopes: granted,
    expiresAt: null,
    dailyLimit: null,
    allowedIps: [],
  });
}

const clientParameters = { id: clientExample.id };

export const listClients = managementRoute({
  method: "GET",
  path: "/account/clients",
  operationId: "list-clients",
  summary: "List the account's OAuth clients, including revoked ones.",
  description: stateDescription,
  query: positionedQuery(StatePageQuery, "client"),
  status: 200,
  answer: pageRecord(ClientRecord),
  example: pageExample(clientExample),
  async handle({ services, caller: { account }, query: { state, ...query }, now }) {
    const { items, next } =
      state === undefined
        ? await readPage(query, (page) => listOAuthClients(services.documents, account.id, page))
        : await pageOfOAuthClientsIn(services, account, { state, limit: defaultLimit, ...query }, now);
    return { items: items.map((client) => clientRecord(services, client)), next };
  },
});

export const registerClient = managementRoute({
  method: "POST",
  path: "/account/clients",
  operationId: "register-client",
  summary: "Register an OAuth client. Only this response shows the secret of a confidential client.",
  description:
    "A bearer credential can register a client only with scopes that the credential has. An API key with an expiry or a " +
    "daily limit cannot register a client.",
  errors: ["conflict", "idempotency_mismatch"],
  idempotent: true,
  body: registrationBody,
  status: 201,
  answer: RegisteredClientRecord,
  example: {
    body: {
      name: clientExample.name,
      redirect_uris: clientExample.redirect_uris,
      scopes: clientExample.scopes,
    },
    answer: { ...clientExample, client_secret: "tcs_…" },
  },
  async handle({ services, caller, body, now, digest }) {
    requireClientAuthority(services, caller, body.scopes);
    const { documents } = services;
    const { account } = caller;
    const form = await digest(["register-client", body]);
    const issuing = { at: now, epochs: account, form, by: services.by };
    const { redirect_uris: redirectUris, grant_types: grantTypes, ...others } = body;
    const fields = { ...others, redirectUris, grantTypes };
    const made = await createOAuthClient(documents, account.id, fields, issuing);
    return { ...clientRecord(services, made.client), clientSecret: made.secret };
  },
  repeat: repeatIssue,
});

export const getClient = managementRoute({
  method: "GET",
  path: "/account/clients/{id}",
  operationId: "get-client",
  summary: "Get an OAuth client of the account.",
  description: "The record has no secret. A revoked client is available for 90 days.",
  errors: ["not_found"],
  status: 200,
  answer: ClientRecord,
  example: { parameters: clientParameters, answer: clientExample },
  async handle({ services, caller, id }) {
    return clientRecord(services, await requireClient(services, caller, id));
  },
});

export const changeClient = managementRoute({
  method: "PATCH",
  path: "/account/clients/{id}",
  operationId: "change-client",
  summary: "Rename an OAuth client, or change its redirect URIs or scopes.",
  description:
    "Omitted fields stay the same. A bearer credential can change only a client whose scopes it has. An API key with an " +
    "expiry or a daily limit cannot change a client.",
  errors: ["not_found", "conflict"],
  body: changeBody,
  status: 200,
  answer: ClientRecord,
  example: {
    parameters: clientParameters,
    body: { name: "Monthly reports" },
    answer: { ...clientExample, name: "Monthly reports" },
  },
  async handle({ services, caller, id, body, now }) {
    // Attack: a caller that redirects the authorization codes of the client's users obtains the permissions that they
    // granted.
    const { scopes: before } = await requireClient(services, caller, id);
    requireClientAuthority(services, caller, [...before, ...(body.scopes ?? [])]);
    const { redirect_uris: redirectUris, scopes: chosen, ...others } = body;
    const scopes = chosen && services.scopes.isUnchanged(chosen, before) ? undefined : chosen;
    const fields = { ...others, redirectUris, scopes };
    return clientRecord(
      services,
      await updateOAuthClient(services, { account: caller.account.id, id }, fields, now),
    );
  },
});

export const rotateClientSecret = managementRoute({
  method: "POST",
  path: "/account/clients/{id}/secret",
  operationId: "rotate-client-secret",
  summary: "Replace the secret of a confidential OAuth client. The old secret becomes invalid immediately.",
  description: "Only this response shows the new secret. Tokens and grants of the client stay valid.",
  errors: ["not_found", "conflict", "idempotency_mismatch"],
  idempotent: true,
  status: 200,
  answer: RotatedClientRecord,
  example: { parameters: clientParameters, answer: { ...clientExample, client_secret: "tcs_…" } },
  async handle({ services, caller, id, now, digest }) {
    requireClientAuthority(services, caller, (await requireClient(services, caller, id)).scopes);
    const account = caller.account.id;
    const form = await digest(["rotate-client-secret", id]);
    const made = await rotateOAuthClientSecret(services, { account, id }, { at: now, form });
    return { ...clientRecord(services, made.client), clientSecret: made.secret };
  },
  repeat: repeatIssue,
});

export const revokeClient = managementRoute({
  method: "DELETE",
  path: "/account/clients/{id}",
  operationId: "revoke-client",
  summary: "Revoke an OAuth client and all of its grants.",
  description:
    "Its tokens become invalid with the next call. The client stays in the list of ended clients for 90 days.",
  errors: ["not_found"],
  status: 204,
  example: { parameters: clientParameters },
  async handle({ services, caller, id, now }) {
    await requireClient(services, caller, id);
    await revokeOAuthClient(services, { account: caller.account.id, id }, now);
  },
});

/** The management calls under `/account/clients`. */
export const clientRoutes: readonly ManagementRoute[] = [
  listClients,
  registerClient,
  getClient,
  changeClient,
  rotateClientSecret,
  revokeClient,
];
