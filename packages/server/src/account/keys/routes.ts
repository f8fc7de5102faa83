import { hasScope } from "@tools-api/core";
import { type LastUse, lastUses } from "@tools-api/core/request-log";
import {
  type ApiKey,
  ApiKeyChange,
  ApiKeyRotation,
  createApiKey,
  getApiKey,
  type GrantedScopes,
  NewApiKey,
  pageOfApiKeysIn,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from "@tools-api/core/accounts";
import { pageOfApiKeys } from "@tools-api/core/internal/identity";
import { apiKeys } from "@tools-api/core/internal";
import { invalidParameters, nameSchemas, parameter } from "@tools-api/core/internal/schema";
import { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import { type Permissions, callerPermissions, requirePermissions, requireRole } from "../call/permissions.ts";
import {
  defaultLimit,
  pageExample,
  pageRecord,
  readPage,
  stateDescription,
  positionedQuery,
  StatePageQuery,
} from "../call/page.ts";
import { apiKeyExample, apiKeyExampleId, ApiKeyRecord } from "../call/records.ts";
import {
  type BodyTerms,
  type ManagementCall,
  type ManagementRoute,
  managementRoute,
  notFound,
} from "../call/route.ts";

const IssuedKeyRecord = ApiKeyRecord.extend({
  key: z
    .string()
    .optional()
    .describe(
      "The secret of the key. Only this response shows it: a repeated request with the same Idempotency-Key gets none.",
    ),
});

nameSchemas({ IssuedApiKey: IssuedKeyRecord });

function newKeyBody({ now, scopes: { keys, calls } }: BodyTerms) {
  return NewApiKey.extend({
    scopes: parameter(
      `a list of ${keys.join(", ")}; by default those of the first ${calls.length} that the caller has`,
      z.array(z.enum(keys)).min(1).optional(),
      {
        purpose: `The calls that the key may make. Default: those of the first ${calls.length} that the caller has.`,
      },
    ),
    expires_at: parameter(
      "an RFC 3339 time in the future, or null",
      z.iso
        .datetime({ offset: true })
        .refine((text) => Date.parse(text) > now)
        .nullable()
        .optional(),
      {
        purpose:
          "When the key stops working, such as `2036-11-01T00:00:00Z`; `null` for never. Default: never.",
      },
    ),
    daily_limit: parameter(
      "a positive integer, or null for no limit",
      z.int().positive().nullable().optional(),
      {
        purpose:
          "How many calls the key may make in a UTC day; `null` for the allowance of the account. Default: `null`.",
      },
    ),
    allowed_ips: ApiKeyChange.shape.allowed_ips,
  });
}

function changeBody({ scopes: { keys } }: BodyTerms) {
  return ApiKeyChange.extend({
    scopes: parameter(`a list of ${keys.join(", ")}`, z.array(z.enum(keys)).min(1).optional(), {
      purpose: "The calls that the key may make from now on. Default: they stay.",
    }),
  });
}

/**
 * Returns the scopes of a key that is reduced to a choice, as the key stores them; `undefined` if they stay as they are.
 *
 * @throws ToolsError `invalid_parameter` for a scope that the key does not have.
 */
function narrowed({ scopes }: AccountServices, chosen: readonly string[], own: GrantedScopes) {
  const wider = chosen.filter((scope) => !hasScope(own, scope));
  if (wider.length === 0) return scopes.isUnchanged(chosen, own) ? undefined : scopes.select(chosen, own);
  const detail = `expected only scopes of the key (${scopes.list(own).join(", ")}), received also ${wider.join(", ")}`;
  throw invalidParameters([{ name: "scopes", detail }]);
}

/**
 * Returns the record of an API key.
 *
 * @param used The last uses by key id.
 */
export function apiKeyRecord(
  { scopes }: AccountServices,
  apiKey: ApiKey,
  used: ReadonlyMap<string, LastUse>,
): ApiKeyRecord {
  const lastUse = used.get(apiKey.id);
  return {
    id: apiKey.id,
    name: apiKey.name,
    scopes: scopes.list(apiKey.scopes),
    prefix: apiKey.prefix,
    lastFour: apiKey.lastFour,
    dailyLimit: apiKey.dailyLimit,
    allowedIps: apiKey.allowedIps,
    createdAt: apiKey.createdAt,
    expiresAt: apiKey.expiresAt,
    lastUsedAt: lastUse?.at ?? null,
    lastUsedFrom: lastUse?.address ?? null,
    rotatedAt: apiKey.rotatedAt,
    previousEndsAt: apiKey.previousEndsAt,
    revokedAt: apiKey.revokedAt,
  };
}

async function readRecord(services: AccountServices, apiKey: ApiKey) {
  return apiKeyRecord(services, apiKey, await lastUses(services, apiKey.account, [apiKey.id]));
}

/** Answers a repeated request, without the secret that the first one showed. */
async function repeatIssue({ services, caller }: ManagementCall, id: string): Promise<ApiKeyRecord> {
  const { documents, usage } = services;
  const found = await apiKeys.get(documents, { account: caller.account.id, id });
  if (!found) throw notFound("key", id);
  // The process that rotated the key may have ended before it raised the fence, and the rotation is acknowledged here.
  await usage.fence(found.key, found.version);
  return readRecord(services, found.value);
}

/** Returns epoch milliseconds, or `null` for `null`. */
function instantMs(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

const keyParameters = { id: apiKeyExampleId };

export const listKeys = managementRoute({
  method: "GET",
  path: "/account/keys",
  operationId: "list-keys",
  summary: "List the account's API keys, including revoked ones.",
  description: stateDescription,
  query: positionedQuery(StatePageQuery, "key"),
  status: 200,
  answer: pageRecord(ApiKeyRecord),
  example: (source) => pageExample(apiKeyExample(source)),
  async handle({ services, caller: { account }, query: { state, ...query }, now }) {
    const { documents } = services;
    const { items, next } =
      state === undefined
        ? await readPage(query, (page) => pageOfApiKeys(documents, account.id, page))
        : await pageOfApiKeysIn(documents, account, { state, limit: defaultLimit, ...query }, now);
    const ids = items.map(({ id }) => id);
    const used = await lastUses(services, account.id, ids);
    return { items: items.map((apiKey) => apiKeyRecord(services, apiKey, used)), next };
  },
});

export const createKey = managementRoute({
  method: "POST",
  path: "/account/keys",
  operationId: "create-key",
  summary: "Create an API key. Only this response shows the secret.",
  description:
    "A bearer credential cannot grant more than it has: no additional scope and, for an API key, no later expiry, no " +
    "higher daily limit and no other addresses. An omitted field gets the credential's own value. Only an operator can " +
    "choose the scope `operator`.",
  errors: ["conflict", "idempotency_mismatch"],
  idempotent: true,
  body: newKeyBody,
  status: 201,
  answer: IssuedKeyRecord,
  example: (source) => {
    const apiKey = apiKeyExample(source);
    return {
      body: {
        name: apiKey.name,
        scopes: apiKey.scopes,
        expires_at: "2036-11-01T00:00:00Z",
        daily_limit: apiKey.daily_limit,
        allowed_ips: apiKey.allowed_ips,
      },
      answer: { ...apiKey, key: "tk_live_…" },
    };
  },
  async handle({ services, caller, body, now, digest }) {
    const own = callerPermissions(caller);
    const { scopes } = services;
    const chosen = body.scopes ?? scopes.calls.filter((scope) => !own || hasScope(own.scopes, scope));
    const wanted: Permissions = {
      scopes: scopes.select(chosen, own && own.scopes),
      expiresAt: body.expires_at === undefined ? (own?.expiresAt ?? null) : instantMs(body.expires_at),
      dailyLimit: body.daily_limit === undefined ? (own?.dailyLimit ?? null) : body.daily_limit,
      allowedIps: body.allowed_ips ?? own?.allowedIps ?? [],
    };
    requirePermissions(services, caller, wanted);
    requireRole(caller.account, wanted.scopes);
    const fields = { ...wanted, name: body.name };
    const { documents, digests } = services;
    const { account } = caller;
    const form = await digest(["create-key", fields]);
    const issuing = { at: now, digests, epochs: account, form, by: services.by };
    const { apiKey, secret } = await createApiKey(documents, account.id, fields, issuing);
    return { ...apiKeyRecord(services, apiKey, new Map()), key: secret };
  },
  repeat: repeatIssue,
});

export const getKey = managementRoute({
  method: "GET",
  path: "/account/keys/{id}",
  operationId: "get-key",
  summary: "Get an API key of the account.",
  description: "The record has no secret. A revoked key is available for 90 days.",
  errors: ["not_found"],
  status: 200,
  answer: ApiKeyRecord,
  example: (source) => ({ parameters: keyParameters, answer: apiKeyExample(source) }),
  async handle({ services, caller, id }) {
    return readRecord(services, await getApiKey(services.documents, caller.account.id, id));
  },
});

export const changeKey = managementRoute({
  method: "PATCH",
  path: "/account/keys/{id}",
  operationId: "change-key",
  summary:
    "Rename an API key, restrict its scopes, or change its daily limit or its addresses. Applies from the next call.",
  description:
    "Omitted fields stay the same. The scopes can only be narrowed. A bearer credential cannot set a higher daily limit " +
    "than its own, or addresses that it does not have.",
  errors: ["not_found", "conflict"],
  body: changeBody,
  status: 200,
  answer: ApiKeyRecord,
  example: (source) => ({
    parameters: keyParameters,
    body: { name: "Staging", daily_limit: 200 },
    answer: { ...apiKeyExample(source), name: "Staging", daily_limit: 200 },
  }),
  async handle({ services, caller, id, body, now }) {
    const { name, scopes: chosen, daily_limit: dailyLimit, allowed_ips: allowedIps } = body;
    const { scopes: granted } = await getApiKey(services.documents, caller.account.id, id);
    const changed = chosen && narrowed(services, chosen, granted);
    // Narrowing scopes grants nothing, but a key with a limit could raise its own.
    const own = callerPermissions(caller);
    requirePermissions(services, caller, {
      scopes: [],
      expiresAt: 0,
      dailyLimit: dailyLimit === undefined ? (own?.dailyLimit ?? null) : dailyLimit,
      allowedIps: allowedIps ?? own?.allowedIps ?? [],
    });
    const fields = { name, scopes: changed, dailyLimit, allowedIps };
    return readRecord(services, await updateApiKey(services, id, fields, now));
  },
});

export const rotateKey = managementRoute({
  method: "POST",
  path: "/account/keys/{id}/rotate",
  operationId: "rotate-key",
  summary: "Rotate an API key. Only this response shows the new secret.",
  description:
    "The previous secret works for `grace_seconds`, 0 by default. An older secret becomes invalid immediately. A bearer " +
    "credential can rotate only a key that has no more permissions than the credential.",
  errors: ["not_found", "conflict", "idempotency_mismatch"],
  idempotent: true,
  body: () => ApiKeyRotation,
  status: 200,
  answer: IssuedKeyRecord,
  example: (source) => ({
    parameters: keyParameters,
    body: { grace_seconds: 3600 },
    answer: {
      ...apiKeyExample(source),
      rotated_at: "2026-11-21T13:02:19.000Z",
      previous_ends_at: "2026-11-21T14:02:19.000Z",
      key: "tk_live_…",
    },
  }),
  async handle({ services, caller, id, body, now, digest }) {
    requirePermissions(services, caller, await getApiKey(services.documents, caller.account.id, id));
    const fields = { graceSeconds: body.grace_seconds };
    const { digests } = services;
    // The grace period is left out, because one form must issue only one secret.
    const form = await digest(["rotate-key", id]);
    const { apiKey, secret } = await rotateApiKey(services, id, fields, { at: now, digests, form });
    return { ...(await readRecord(services, apiKey)), key: secret };
  },
  repeat: repeatIssue,
});

export const revokeKey = managementRoute({
  method: "DELETE",
  path: "/account/keys/{id}",
  operationId: "revoke-key",
  summary: "Revoke an API key permanently. Every process rejects it from the next call.",
  description:
    "The key stays in the list of ended keys for 90 days. To replace a key without an interruption, rotate it.",
  errors: ["not_found"],
  status: 204,
  example: { parameters: keyParameters },
  async handle({ services, caller, id, now }) {
    await getApiKey(services.documents, caller.account.id, id);
    await revokeApiKey(services, id, now);
  },
});

/** The management calls under `/account/keys`. */
export const keyRoutes: readonly ManagementRoute[] = [
  listKeys,
  createKey,
  getKey,
  changeKey,
  rotateKey,
  revokeKey,
];
