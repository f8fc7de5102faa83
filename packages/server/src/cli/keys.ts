import process from "node:process";
import { ToolsError } from "@tools-api/core/errors";
import {
  apiKeyDigests,
  createAccount,
  createApiKey,
  findAccountByEmail,
  listApiKeys,
  nextRole,
  revokeApiKey,
  rotateApiKey,
  setApiKeyLimit,
} from "@tools-api/core/accounts/light";
import { openingPlan } from "@tools-api/core/billing/light";
import { lastUses } from "@tools-api/core/request-log";
import { dayMs, hourMs, isoInstant, isoInstantOrNull, minuteMs } from "@tools-api/core/internal/time";
import type { Plans } from "@tools-api/core";
import type { Account, Stores } from "@tools-api/core/accounts";
import { configuredScopes } from "../runtime/configured-tools.ts";
import { type Command, parseNames, parseArguments, printRows, required, withStores } from "./command.ts";
import { readConfig } from "../runtime/config.ts";
import { UsageError } from "./usage-error.ts";
import { toolsApiCommand } from "../runtime/start-command.ts";
import { requireRole } from "../account/call/permissions.ts";
import { existingAccount } from "./existing-account.ts";

const unitMs: Record<string, number> = {
  s: 1000,
  m: minuteMs,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};

function durationMs(text: string, option: string): number {
  const match = /^(\d{1,6})([smhdw])$/.exec(text);
  const unit = unitMs[match?.[2] ?? ""];
  if (!match || !unit)
    throw new UsageError(`--${option}: expected a duration such as 30d or 12h, received "${text}".`);
  return Number(match[1]) * unit;
}

/**
 * Returns the calls per day of `--daily-limit`; `null` without it.
 *
 * @throws UsageError for a value that is not a positive integer.
 */
function parseDailyLimit(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`--daily-limit: expected a positive integer, received "${text}".`);
  return Number(text);
}

async function accountFor(
  { documents, by }: Stores,
  plans: Plans,
  email: string,
  plan?: string,
): Promise<Account> {
  const [named] = plan === undefined ? [] : parseNames(plan, Object.keys(plans), "plan");
  const found = await findAccountByEmail(documents, email);
  if (!found) {
    const role = await nextRole(documents);
    return createAccount(documents, { email, role, ...openingPlan(plans, named) }, { at: Date.now(), by });
  }
  if (named && named !== found.plan)
    throw new ToolsError(
      "conflict",
      `${email} is on the ${found.plan} plan. To change it: ${toolsApiCommand(["accounts", "set-plan", "--email", email, "--plan", named])}`,
    );
  return found;
}

/** Checks that servers accept a key under the first pepper. Without one, nothing is loaded. */
async function checkPepper({ documents }: Stores, keyPeppers: readonly string[]): Promise<void> {
  if (keyPeppers.length === 0) return;
  const { requireKnownPepper } = await import("../runtime/secret-fingerprints.ts");
  await requireKnownPepper(documents, { keyPeppers });
}

/** Runs `tools-api keys create`. */
export const createKey: Command = async (words) => {
  const { values } = parseArguments(words, {
    email: { type: "string" },
    plan: { type: "string" },
    name: { type: "string" },
    scopes: { type: "string" },
    "expires-in": { type: "string" },
    "daily-limit": { type: "string" },
    "allowed-ips": { type: "string" },
    json: { type: "boolean" },
  });
  const email = required(values.email, "email");
  const catalog = await configuredScopes(readConfig(process.env));
  const scopes =
    values.scopes === undefined
      ? null
      : catalog.select(parseNames(values.scopes, catalog.keys, "scopes"), null);
  const expiresIn = values["expires-in"];
  const lifetimeMs = expiresIn === undefined ? null : durationMs(expiresIn, "expires-in");
  if (lifetimeMs === 0)
    throw new UsageError(`--expires-in: expected a duration of at least 1s, received "${expiresIn}".`);
  const now = Date.now();
  const expiresAt = lifetimeMs && now + lifetimeMs;
  const dailyLimit = parseDailyLimit(values["daily-limit"]);
  await withStores(async (stores, { keyPeppers, plans }) => {
    await checkPepper(stores, keyPeppers);
    const account = await accountFor(stores, plans, email, values.plan);
    requireRole(account, scopes);
    const allowedIps = values["allowed-ips"]?.split(",");
    const fields = { name: values.name, scopes, expiresAt, dailyLimit, allowedIps };
    const { apiKey, secret } = await createApiKey(stores.documents, account.id, fields, {
      at: now,
      digests: apiKeyDigests(keyPeppers),
      by: stores.by,
    });
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ account_id: account.id, key_id: apiKey.id, key: secret })}\n`
        : `Account ${account.id} (${email}, ${account.plan} plan), key ${apiKey.id}. Copy the key now; it is not shown again:\n\n${secret}\n`,
    );
  });
};

/** Runs `tools-api keys list`. */
export const listKeys: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" }, json: { type: "boolean" } });
  const email = required(values.email, "email");
  await withStores(async (stores, config) => {
    const { documents } = stores;
    const catalog = await configuredScopes(config);
    const account = await existingAccount(documents, email);
    const keys = await listApiKeys(documents, account.id);
    const ids = keys.map(({ id }) => id);
    const used = await lastUses(stores, account.id, ids);
    const rows = keys.map((key) => {
      return {
        key_id: key.id,
        name: key.name,
        prefix: key.prefix,
        last_four: key.lastFour,
        scopes: catalog.list(key.scopes),
        allowed_ips: key.allowedIps,
        daily_limit: key.dailyLimit,
        created_at: isoInstant(key.createdAt),
        expires_at: isoInstantOrNull(key.expiresAt),
        revoked_at: isoInstantOrNull(key.revokedAt),
        rotated_at: isoInstantOrNull(key.rotatedAt),
        last_used_at: isoInstantOrNull(used.get(key.id)?.at ?? null),
        last_used_from: used.get(key.id)?.address ?? null,
      };
    });
    const columns = [
      "key_id",
      "name",
      "prefix",
      "daily_limit",
      "created_at",
      "expires_at",
      "revoked_at",
      "last_used_at",
      "last_used_from",
    ];
    printRows(rows, columns, values.json ?? false);
  });
};

/** Runs `tools-api keys set-limit`. */
export const setKeyLimit: Command = async (words) => {
  const options = { "daily-limit": { type: "string" } } as const;
  const { values, positionals } = parseArguments(words, options, { minimum: 1, maximum: 1 });
  const id = positionals[0] ?? "";
  const wanted = parseDailyLimit(values["daily-limit"]);
  await withStores(async (stores) => {
    const { dailyLimit } = await setApiKeyLimit(stores, id, wanted);
    const limit = dailyLimit === null ? "no daily limit" : `a daily limit of ${dailyLimit} calls`;
    process.stdout.write(`Key ${id} has ${limit}.\n`);
  });
};

/** Runs `tools-api keys rotate`. */
export const rotateKey: Command = async (words) => {
  const options = { grace: { type: "string" }, json: { type: "boolean" } } as const;
  const { values, positionals } = parseArguments(words, options, { minimum: 1, maximum: 1 });
  const id = positionals[0] ?? "";
  const graceSeconds = values.grace === undefined ? 0 : durationMs(values.grace, "grace") / 1000;
  await withStores(async (stores, { keyPeppers }) => {
    await checkPepper(stores, keyPeppers);
    const secrets = { digests: apiKeyDigests(keyPeppers) };
    const { apiKey, secret } = await rotateApiKey(
      stores,
      id,
      { graceSeconds },
      { at: Date.now(), ...secrets },
    );
    const { account } = apiKey;
    const previousEndsAt = isoInstantOrNull(apiKey.previousEndsAt);
    const previous = previousEndsAt === null ? "no longer works" : `works until ${previousEndsAt}`;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ account_id: account, key_id: id, key: secret, previous_ends_at: previousEndsAt })}\n`
        : `Rotated key ${id}. The previous secret ${previous}. Copy the new one now; it is not shown again:\n\n${secret}\n`,
    );
  });
};

/** Runs `tools-api keys revoke`. */
export const revokeKey: Command = async (words) => {
  const { positionals } = parseArguments(words, {}, { minimum: 1, maximum: 1 });
  const id = positionals[0] ?? "";
  await withStores((stores) => revokeApiKey(stores, id, Date.now()));
  process.stdout.write(`Revoked key ${id}.\n`);
};
