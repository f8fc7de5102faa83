import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type DocumentStore, defaultPlans } from "@tools-api/core";
import {
  changeAccount,
  changePassword,
  closeAccount,
  createAccount,
  createApiKey,
  createSession,
  createSignInLink,
  endSessions,
  redeemSignInLink,
  revokeApiKey,
  rotateApiKey,
  setPassword,
  signUp,
  updateApiKey,
} from "@tools-api/core/accounts";
import { auditEntry, listAuditEntries, type Source } from "@tools-api/core/audit";
import { cancelPlanChange, changePlan, getPlan, markInvoicePaid } from "@tools-api/core/billing";
import {
  createOAuthClient,
  revokeGrant,
  revokeOAuthClient,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from "@tools-api/core/oauth";
import { allowClient } from "@tools-api/core/internal/identity";
import { dayMs } from "@tools-api/core/internal/time";
import { beforeEach, describe, expect, it } from "vitest";

const start = Date.parse("2026-11-01T12:00:00Z");
let now = start;
let documents: DocumentStore;
const usage = memoryUsage();

beforeEach(() => {
  now = start;
  documents = memoryDocuments({ clock: { now: () => now } });
});

async function actions(account: string): Promise<string[]> {
  return (await listAuditEntries(documents, account, { limit: 100 })).map(({ action }) => action);
}

/** Makes one change of every kind, each a second after the previous one. */
async function makeEveryChange(by: Source) {
  const stores = { documents, usage, by };
  const billing = { ...stores, plans: defaultPlans };
  const parts = { ...stores, passwords: scryptHasher({ logCost: 10 }) };
  const tick = () => (now += 1000);
  const { id } = await createAccount(documents, { email: "ada@example.com", name: "Ada" }, { at: now, by });
  const { apiKey, secret } = await createApiKey(documents, id, { name: "ci" }, { at: tick(), by });
  await updateApiKey(stores, apiKey.id, { dailyLimit: 5 }, tick());
  const rotated = await rotateApiKey(stores, apiKey.id, {}, { at: tick() });
  await revokeApiKey(stores, apiKey.id, tick());
  await revokeApiKey(stores, apiKey.id, tick());
  const redirectUris = ["https://reader.example/"];
  const fields = { name: "Reader", redirectUris, scopes: ["usage:read"] };
  const made = await createOAuthClient(documents, id, fields, { at: tick(), by });
  const client = made.client.id;
  await updateOAuthClient(stores, { account: id, id: client }, { name: "Reader 2" }, tick());
  const second = await rotateOAuthClientSecret(stores, { account: id, id: client }, { at: tick() });
  const grant = await allowClient(stores, { account: id, client, scopes: ["usage:read"] }, tick());
  await allowClient(stores, { account: id, client, scopes: ["usage:read"] }, tick());
  await allowClient(stores, { account: id, client, scopes: ["profile:read"] }, tick());
  await revokeGrant(stores, id, grant.id, tick());
  await revokeOAuthClient(stores, { account: id, id: client }, tick());
  const token = await createSignInLink(documents, id, { at: tick(), by });
  await redeemSignInLink(documents, token, tick(), by);
  const session = await createSession(documents, { account: id, method: "link", by }, tick());
  await endSessions(documents, id, { by, at: tick() });
  const password = "correct horse battery staple";
  const account = await changeAccount(stores, id, { name: "Lovelace" }, { at: tick() });
  await changeAccount(stores, id, { email: "lovelace@example.com" }, { at: tick() });
  await changePassword(parts, { account, session: null }, { password }, tick());
  await changePlan(billing, id, { plan: "pro" }, { now: tick() });
  await markInvoicePaid(billing, { account: id, id: "00000001" }, tick());
  await changePlan(billing, id, { plan: "free" }, { now: tick() });
  await cancelPlanChange(billing, id, { now: tick() });
  const secrets = [secret, rotated.secret, made.secret, second.secret, token, session?.token, password];
  return { id, secrets };
}

const everyChange = [
  "account.created",
  "key.created",
  "key.changed",
  "key.rotated",
  "key.revoked",
  "client.created",
  "client.changed",
  "client.rotated",
  "grant.created",
  "grant.changed",
  "grant.revoked",
  "client.revoked",
  "sign_in_link.created",
  "sign_in_link.redeemed",
  "session.created",
  "session.ended",
  "account.renamed",
  "email.changed",
  "password.changed",
  "plan.changed",
  "invoice.paid",
  "plan.change_scheduled",
  "plan.change_canceled",
];

describe("the audit log", () => {
  it("has one entry for every change, newest first, with its actor and address, no secret or personal data, and none for a change without effect", async () => {
    const by: Source = { actor: { kind: "cli" }, address: "192.0.2.7" };
    const { id, secrets } = await makeEveryChange(by);
    expect((await actions(id)).toReversed()).toEqual(everyChange);
    const text = JSON.stringify(await documents.list(`audit/${id}/`, { limit: 100 }));
    for (const secret of [...secrets, "ada@", "lovelace", "Lovelace"]) expect(text).not.toContain(secret);
    const log = await listAuditEntries(documents, id, { limit: 100 });
    for (const entry of log) expect(entry).toMatchObject({ actor: { kind: "cli" }, address: "192.0.2.7" });
    expect(log.map(({ at }) => at)).toEqual(log.map(({ at }) => at).toSorted((a, b) => b - a));
    const [first, ...others] = log;
    expect(await listAuditEntries(documents, id, { limit: 100, after: first?.id })).toEqual(others);
  });

  it("keeps the entries of a closed account, without the owner's addresses and the names of keys and clients", async () => {
    const by: Source = { actor: { kind: "owner" }, address: "192.0.2.7" };
    const { id } = await makeEveryChange(by);
    const operator: Source = { actor: { kind: "operator", account: "acct_2" }, address: "198.51.100.1" };
    now += 1000;
    const suspended = { account: id, action: "account.suspended", ...operator, at: now } as const;
    await documents.commit(auditEntry(suspended));
    now += 1000;
    await closeAccount({ documents, usage, by }, id, now);
    const log = await listAuditEntries(documents, id, { limit: 100 });
    expect(log.map(({ action }) => action).toReversed()).toEqual([
      ...everyChange,
      "account.suspended",
      "account.closed",
    ]);
    for (const personal of ["192.0.2.7", '"ci"', "Reader", "reader.example"])
      expect(JSON.stringify(log)).not.toContain(personal);
    expect(log[1]).toMatchObject({ address: "198.51.100.1", actor: operator.actor });
  });

  it("deletes an entry when its retention ends", async () => {
    const by: Source = { actor: { kind: "cli" }, retentionMs: 30 * dayMs };
    const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: now, by });
    now += 30 * dayMs - 1;
    expect(await actions(id)).toEqual(["account.created"]);
    now += 1;
    expect(await actions(id)).toEqual([]);
  });

  it("says that the owner signed up and in, and that the system changed the plan at the end of a cycle", async () => {
    const parts = { documents, passwords: scryptHasher({ logCost: 10 }) };
    const fields = { email: "ada@example.com", password: "correct horse battery staple" };
    const { account } = await signUp(parts, fields, now);
    const { id } = account;
    now += 1000;
    await setPassword(parts, account, "another good passphrase", now);
    const billing = { documents, usage, plans: defaultPlans, by: { actor: { kind: "owner" as const } } };
    now += 1000;
    await changePlan(billing, id, { plan: "pro" }, { now });
    await changePlan(billing, id, { plan: "free" }, { now: (now += 1000) });
    now += 40 * dayMs;
    await getPlan(billing, id, now);
    const log = await listAuditEntries(documents, id, { limit: 100 });
    expect(log.map(({ action, actor }) => [action, actor.kind]).toReversed()).toEqual([
      ["account.created", "owner"],
      ["password.changed", "system"],
      ["plan.changed", "owner"],
      ["plan.change_scheduled", "owner"],
      ["plan.changed", "system"],
    ]);
    expect(log.at(-1)?.actor.account).toBe(id);
    expect(log[0]?.details).toEqual({ from: "pro", to: "free", daily_limit: null });
  });

  it("has no entry if the change is not committed", async () => {
    const { id } = await createAccount(documents, { email: "ada@example.com" }, { at: now });
    await expect(createAccount(documents, { email: "ada@example.com" }, { at: now })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await documents.list("audit/", { limit: 10 })).toHaveLength(1);
    expect(await actions(id)).toEqual(["account.created"]);
  });
});
