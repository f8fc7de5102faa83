import { recordDelivery } from "@tools-api/core/internal";
import { createOAuthClient, revokeOAuthClient } from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { type Clock, defaultPlans, type PlanName } from "@tools-api/core";
import {
  createApiKey,
  createSession,
  type PasswordHasher,
  revokeApiKey,
  rotateApiKey,
  signUp,
  type Stores,
} from "@tools-api/core/accounts";
import {
  changePlan,
  type Billing,
  listInvoices,
  markInvoicePaid,
  recordFailedPayment,
  sweepBilling,
} from "@tools-api/core/billing";
import { createWebhookEndpoint } from "@tools-api/core/webhooks";
import { endpoints } from "../../../endpoints.ts";
import type { Credentials } from "../../../engines/chromium.ts";
import { callScopes } from "../../../scopes.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearDays = 365;
/** The age of the account. Its current billing cycle began five days ago. */
const accountDays = yearDays + 5;

/** Values of the maximum length in the schemas. */
const longEmail = `${"e".repeat(64)}@${"long-subdomain.".repeat(11)}subdomain.at.example.com`;
const longName = "Ada Augusta King, Countess of Lovelace ".repeat(6).slice(0, 200).trim();
const longWord = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(2).slice(0, 100);

const userAgents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  `curl/8.14.1 ${"and-a-word-without-a-break".repeat(7)}`,
  "",
];

const deliveryOutcomes = [
  { status: 204, error: null },
  { status: 500, error: null },
  { status: null, error: "timeout" },
  { status: null, error: "connection_failed" },
] as const;

async function seedWebhooks({ documents }: Stores, account: string, now: number): Promise<void> {
  const url = `https://hooks.example.com/${longWord}/`.padEnd(500, "x");
  const ids: string[] = [];
  for (let index = 0; index < 10; index++) {
    const at = now - (11 - index) * dayMs;
    ids.push((await createWebhookEndpoint(documents, account, { url }, { at })).id);
  }
  const endpoint = { owner: account, endpoint: ids[0] ?? "" };
  for (let attempt = 1; attempt <= 100; attempt++)
    await recordDelivery(documents, endpoint, {
      event: `msg_${String(attempt).padStart(22, "0")}`,
      type: "account.reactivated",
      eventAt: now - 11 * dayMs,
      at: now - (100 - attempt) * hourMs,
      attempt,
      durationMs: 10_000,
      data: {},
      ...(deliveryOutcomes[attempt % deliveryOutcomes.length] ?? deliveryOutcomes[0]),
    });
}

/** The stores and services with which an account is seeded. */
export interface BusyAccountParts extends Stores {
  passwords: PasswordHasher;
  /** The clock of the stores, so that they expire data as they do in a year. */
  clock: Clock & { set: (instant: number) => void };
}

/** Returns a pseudorandom number from 0 to 1, the same in every run. */
function draw(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

async function seedKeys(stores: Stores, account: string, now: number): Promise<string[]> {
  const live: string[] = [];
  for (let index = 0; index < 100; index++) {
    const at = now - (100 - index) * 3 * dayMs;
    const name =
      index % 10 === 0 ? longWord : `Key ${index + 1} of the ${index % 3 ? "staging" : "live"} site`;
    const scopes = index % 4 === 1 ? ["text:analyze", "usage:read"] : undefined;
    const dailyLimit = index % 5 === 2 ? 50 * (index + 1) : null;
    const expiresAt = index % 6 === 3 ? now + (index - 30) * dayMs : null;
    const { apiKey } = await createApiKey(
      stores.documents,
      account,
      { name, scopes, dailyLimit, expiresAt: expiresAt !== null && expiresAt > at ? expiresAt : null },
      { at },
    );
    if (index % 7 === 4) await revokeApiKey(stores, apiKey.id, now - dayMs);
    else if (index % 7 === 5 && apiKey.expiresAt === null)
      await rotateApiKey(stores, apiKey.id, { graceSeconds: 7 * 86_400 }, { at: now - hourMs });
    else live.push(apiKey.id);
  }
  return live;
}

async function seedApps(stores: Stores, account: string, other: string, now: number): Promise<void> {
  for (let index = 0; index < 20; index++) {
    const fields = {
      name: index % 6 === 0 ? longWord : `App ${index + 1}`,
      type: index % 3 === 2 ? ("public" as const) : ("confidential" as const),
      redirectUris: Array.from(
        { length: index % 3 === 1 ? 0 : 1 + (index % 4) },
        (_, uri) =>
          `https://app-${index + 1}.example.com/oauth/callback/${"long-path/".repeat(uri * 4)}${uri}`,
      ),
      scopes: callScopes,
    };
    const at = now - (200 - index) * dayMs;
    const { client } = await createOAuthClient(stores.documents, account, fields, { at });
    if (index % 5 === 4) await revokeOAuthClient(stores, { account, id: client.id }, now - dayMs);
    const foreign = { ...fields, name: index % 6 === 1 ? longWord : `Service ${index + 1}` };
    const registered = await createOAuthClient(stores.documents, other, foreign, { at });
    const scopes =
      index % 2 ? ["text:analyze"] : ["text:analyze", "image:convert", "usage:read", "account:read"];
    if (index < 12) await allowClient(stores, { account, client: registered.client.id, scopes }, at);
  }
}

/** The plan changes of the operator, by days ago. */
const plans = new Map<number, { plan: PlanName; dailyLimit: number | null }>([
  [353, { plan: "pro", dailyLimit: null }],
  [330, { plan: "enterprise", dailyLimit: 1_000_000 }],
  [312, { plan: "pro", dailyLimit: null }],
]);

/** Creates a year of invoices, each paid on the next day. The payment of the last one fails. */
async function seedInvoices(billing: Billing, account: string, now: number): Promise<void> {
  for (let daysAgo = accountDays; daysAgo > 0; daysAgo--) {
    const at = now - daysAgo * dayMs;
    await sweepBilling(billing, at);
    const agreed = plans.get(daysAgo);
    if (agreed) await changePlan(billing, account, agreed, { now: at, by: "operator" });
    const invoices = await listInvoices(billing.documents, account, { limit: 100 });
    const due = invoices.filter((invoice) => invoice.amountDue > 0 && invoice.at < at);
    for (const { id, failedAttempts } of due)
      if (daysAgo > 20) await markInvoicePaid(billing, { account, id }, at);
      else if (failedAttempts === 0) await recordFailedPayment(billing, { account, id }, { attempt: 0 }, at);
  }
}

/** Records calls on every day of a year, most of them to the text analyzer. Their number varies by day and hour. */
async function seedUsage(
  { usage, clock }: BusyAccountParts,
  account: string,
  { keys, callsADay, now }: { keys: readonly string[]; callsADay: number; now: number },
): Promise<void> {
  for (let daysAgo = yearDays; daysAgo >= 0; daysAgo--) {
    const day = Math.floor(now / dayMs) * dayMs - daysAgo * dayMs;
    const ends = day + dayMs;
    const wanted = Math.round(callsADay * (0.2 + draw(daysAgo)) * (1.5 - daysAgo / yearDays));
    // The quota was exhausted on one day.
    const limit = daysAgo === 17 ? Math.round(wanted * 0.7) : 1_000_000;
    const windows = [{ id: `day:${new Date(day).toISOString().slice(0, 10)}`, limit, ends }];
    const span = Math.min(dayMs, now - day);
    const calls = Array.from({ length: wanted }, (_, index) => {
      const chance = draw(daysAgo * 1000 + index);
      const endpoint = endpoints[chance < 0.6 ? 0 : chance < 0.9 ? 1 : chance < 0.97 ? 2 : 3];
      return { account, endpoint, at: day + Math.floor(span * draw(index + chance)), chance };
    });
    const at = day + span;
    clock.set(at);
    const asked = calls.map((call) => ({ ...call, windows, fences: [] }));
    const admissions = await usage.consume({ id: crypto.randomUUID(), at, items: asked });
    const admitted = calls.filter((_, index) => admissions[index]?.outcome === "admitted");
    const isRefund = ({ chance }: { chance: number }) => chance > 0.595 && chance < 0.6;
    await usage.complete({
      id: crypto.randomUUID(),
      at,
      items: admitted
        .filter((call) => !isRefund(call))
        .map((call, index) => ({
          ...call,
          credential: keys[index % keys.length] ?? "",
          succeeded: call.chance < 0.55 || call.chance > 0.6,
          bytesIn: Math.round(call.chance * 40_000),
          bytesOut: Math.round(call.chance * 90_000),
          durationMs: 3 + call.chance * 40,
        })),
    });
    await usage.refund({
      id: crypto.randomUUID(),
      at,
      items: admitted.filter(isRefund).map((call) => ({ ...call, windows: windows.map(({ id }) => id) })),
    });
  }
}

/**
 * Creates an account with the maximum of everything: names of the maximum length, 100 keys in every state, 20
 * clients, 12 grants, sessions, a year of calls and a year of invoices. The last invoice is past due.
 *
 * @param callsADay The average.
 * @returns The owner's email and password.
 */
export async function seedBusyAccount(
  parts: BusyAccountParts,
  { now, callsADay }: { now: number; callsADay: number },
): Promise<Credentials> {
  const { documents } = parts;
  const opened = now - accountDays * dayMs;
  parts.clock.set(opened);
  const credentials = { email: longEmail, password: "correct horse battery" };
  const { account } = await signUp(parts, { ...credentials, name: longName }, opened);
  const other = await signUp(parts, { ...credentials, email: "services@example.com" }, opened);
  await seedInvoices({ ...parts, plans: defaultPlans }, account.id, now);
  const keys = await seedKeys(parts, account.id, now);
  await seedApps(parts, account.id, other.account.id, now);
  for (const [index, userAgent] of userAgents.entries())
    await createSession(
      documents,
      { account: account.id, method: index % 2 ? "link" : "password", userAgent },
      now - index * dayMs,
    );
  await seedWebhooks(parts, account.id, now);
  await seedUsage(parts, account.id, { keys, callsADay, now });
  return credentials;
}
