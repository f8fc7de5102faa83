import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { defaultPlans } from "@tools-api/core";
import { listAuditEntries } from "@tools-api/core/audit";
import { reactivateAccount, suspendAccount } from "@tools-api/core/billing";
import {
  closeAccount,
  createAccount,
  getAccount,
  providerAccount,
  setRole,
  setStatus,
  signUp,
  type Stores,
} from "@tools-api/core/accounts";
import { findMailLink, mailLinkWrite } from "@tools-api/core/internal/identity";
import { beforeEach, describe, expect, it } from "vitest";

const now = Date.parse("2026-11-21T12:00:00Z");
const reason = "A test.";
let stores: Stores;
beforeEach(() => {
  stores = { documents: memoryDocuments(), usage: memoryUsage() };
});

const billing = () => ({ ...stores, plans: defaultPlans });
const open = async (name: string) =>
  (await createAccount(stores.documents, { email: `${name}@example.com` }, { at: now })).id;
const roleOf = async (id: string) => (await getAccount(stores.documents, id))?.value.role;

describe("the last active operator", () => {
  it("cannot be demoted, suspended or closed, by any call, and any other operator can", async () => {
    const [ada, grace] = [await open("ada"), await open("grace")];
    await setRole(stores, ada, "operator", now);
    for (const attempt of [
      () => setRole(stores, ada, "customer", now),
      () => suspendAccount(billing(), ada, { reason }, now),
      () => closeAccount(stores, ada, now),
      () => setStatus(stores, ada, "suspended", now),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "conflict" });
    await setRole(stores, grace, "operator", now);
    await suspendAccount(billing(), ada, { reason }, now);
    await expect(setRole(stores, grace, "customer", now)).rejects.toMatchObject({ code: "conflict" });
    await reactivateAccount(billing(), ada, now);
    await closeAccount(stores, grace, now);
    await expect(setRole(stores, ada, "customer", now)).rejects.toMatchObject({ code: "conflict" });
  });

  it("is left by exactly one of 20 concurrent demotions of two operators", async () => {
    const both = [await open("ada"), await open("grace")];
    for (const id of both) await setRole(stores, id, "operator", now);
    const attempts = Array.from({ length: 20 }, (_, index) =>
      setRole(stores, both[index % 2] ?? "", "customer", now),
    );
    await Promise.allSettled(attempts);
    const roles = await Promise.all(both.map(roleOf));
    expect(roles.filter((role) => role === "operator")).toHaveLength(1);
  });
});

it("records a change of role once, and none for the same role", async () => {
  const [ada, grace] = [await open("ada"), await open("grace")];
  await setRole(stores, ada, "operator", now);
  await setRole(stores, grace, "operator", now + 1000);
  await setRole(stores, grace, "operator", now + 2000);
  await setRole(stores, grace, "customer", now + 3000);
  const log = await listAuditEntries(stores.documents, grace, { limit: 10 });
  expect(log.map(({ action, details }) => [action, details["role"]])).toEqual([
    ["role.changed", "customer"],
    ["role.changed", "operator"],
    ["account.created", undefined],
  ]);
});

it("opens only one first operator", async () => {
  const fields = (name: string) => ({ email: `${name}@example.com`, role: "operator" as const });
  await createAccount(stores.documents, fields("ada"), { at: now });
  await expect(createAccount(stores.documents, fields("grace"), { at: now })).rejects.toMatchObject({
    code: "conflict",
    message: "The store already has an operator.",
  });
});

describe("the first account of a store", () => {
  const password = "correct horse battery staple";
  const passwords = scryptHasher({ logCost: 4, slots: 64 });
  const by = { actor: { kind: "owner" } } as const;
  const ways: Record<string, (name: string) => Promise<string>> = {
    async "the sign-up"(name) {
      const { account } = await signUp(
        { ...stores, passwords },
        { email: `${name}@example.com`, password },
        now,
      );
      return account.id;
    },
    async "the link of a mail"(name) {
      const email = `${name}@example.com`;
      const token = name.padEnd(43, "0");
      const link = { purpose: "sign-up", email, createdAt: now, expiresAt: Date.now() + 60_000 } as const;
      await stores.documents.commit([await mailLinkWrite(token, link)]);
      const proof = (await findMailLink(stores.documents, token, "sign-up", now)) ?? undefined;
      return (await signUp({ ...stores, passwords }, { email, password }, now, { proof })).account.id;
    },
    async "the identity provider"(name) {
      const user = { issuer: "https://id.example.com", subject: name, email: `${name}@example.com` };
      const opened = await providerAccount(
        stores.documents,
        user,
        { admit: async () => null },
        { at: now, by },
      );
      return opened.account.id;
    },
  };

  it.each(Object.entries(ways))(
    "is the only operator if %s opens ten accounts at the same time",
    async (_, opens) => {
      const ids = await Promise.all(Array.from({ length: 10 }, async (_, index) => opens(`user${index}`)));
      const found = await Promise.all(ids.map(roleOf));
      expect(found.filter((role) => role === "operator")).toHaveLength(1);
      expect(await roleOf(await opens("later"))).toBeUndefined();
      const operator = ids[found.indexOf("operator")] ?? "";
      await expect(setRole(stores, operator, "customer", now)).rejects.toMatchObject({ code: "conflict" });
    },
  );

  it.each(Object.entries(ways))(
    "of an earlier release is a customer, and so is the next by %s",
    async (_, opens) => {
      await open("ada");
      expect(await roleOf(await opens("grace"))).toBeUndefined();
    },
  );
});
