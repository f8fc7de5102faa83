import { type Authenticator, hasScope, type Principal, ToolsError, type UsageStore } from "@tools-api/core";
import { describe, expect, it } from "vitest";

/** An authenticator under test, and the operations on its credentials. */
export interface AuthenticatorSubject {
  authenticator: Authenticator;
  /** The store with the fences that the principals name. */
  usage: UsageStore;
  /** Issues a valid credential for a new account, which can make every call. */
  issue(): Promise<IssuedCredential>;
  /** Credentials of this kind that are malformed or were never issued. */
  guesses: string[];
  /** Returns the number of reads from the authenticator's source so far. */
  reads(): number;
}

/** A credential, and the operations of its owner. */
export interface IssuedCredential {
  credential: string;
  account: string;
  /** Revokes the credential permanently. */
  revoke(): Promise<void>;
  /** Changes the account's plan from free to pro. */
  upgrade(): Promise<void>;
}

/** The options of {@link describeAuthenticator}. */
export interface AuthenticatorSuite {
  /** The authenticator's name in the report. */
  name: string;
  /** Creates a subject for each test. */
  create: () => Promise<AuthenticatorSubject>;
}

async function catchRefusal(attempt: Promise<unknown>): Promise<ToolsError> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ToolsError) return error;
  throw new Error(`expected a ToolsError, received ${String(error)}`, { cause: error });
}

async function resolved(authenticator: Authenticator, credential: string, fresh = false): Promise<Principal> {
  const principal = await authenticator.authenticate(credential, { fresh });
  if (!principal) throw new Error("expected a principal, received null");
  return principal;
}

/** Raises the fences of a principal as the meter does. Returns whether the store then admits a call with them. */
async function admits(usage: UsageStore, principal: Principal): Promise<boolean> {
  for (const { id, revision } of principal.fences) await usage.fence(id, revision);
  const at = Date.now();
  const call = { account: principal.account.id, endpoint: "profile", at, windows: [] };
  const batch = { id: crypto.randomUUID(), at, items: [{ ...call, fences: [...principal.fences] }] };
  const [admission] = await usage.consume(batch);
  return admission?.outcome === "admitted";
}

/**
 * Runs the contract of an `Authenticator` against one implementation.
 *
 * @example
 * ```ts
 * import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
 * import { describeAuthenticator } from "@tools-api/adapters/testing";
 * import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
 * import { createAccount, createApiKey, revokeApiKey, setPlan } from "@tools-api/core/accounts";
 *
 * describeAuthenticator({
 *   name: "API keys",
 *   async create() {
 *     const stores = { documents: memoryDocuments(), usage: memoryUsage() };
 *     let reads = 0;
 *     const get = (key: string) => {
 *       reads += 1;
 *       return stores.documents.get(key);
 *     };
 *     return {
 *       authenticator: apiKeyAuthenticator({ documents: { ...stores.documents, get } }),
 *       usage: stores.usage,
 *       reads: () => reads,
 *       guesses: ["tk_", "tk_live_short"],
 *       async issue() {
 *         const email = `${crypto.randomUUID()}@example.com`;
 *         const { id } = await createAccount(stores.documents, { email }, { at: Date.now() });
 *         const { apiKey, secret } = await createApiKey(stores.documents, id, {}, { at: Date.now() });
 *         return {
 *           credential: secret,
 *           account: id,
 *           async revoke() {
 *             await revokeApiKey(stores, apiKey.id, Date.now());
 *           },
 *           async upgrade() {
 *             await setPlan(stores, id, { plan: "pro" });
 *           },
 *         };
 *       },
 *     };
 *   },
 * });
 * ```
 */
export function describeAuthenticator({ name, create }: AuthenticatorSuite): void {
  describe(name, () => {
    it("resolves a valid credential to its account, id and scopes", async () => {
      const { authenticator, issue } = await create();
      const { credential, account } = await issue();
      const principal = await resolved(authenticator, credential);
      expect(principal.account).toMatchObject({ id: account, plan: "free", status: "active" });
      expect(principal.credential.id.length).toBeGreaterThan(0);
      expect(hasScope(principal.credential.scopes, "usage:read")).toBe(true);
    });

    it("returns null for a credential of another kind, without a read", async () => {
      const { authenticator, reads } = await create();
      for (const credential of ["", "no such kind", "eyJ.a.b", "\u0000"])
        expect(await authenticator.authenticate(credential)).toBeNull();
      expect(reads()).toBe(0);
    });

    it("throws invalid_credentials with wasValid false for a credential of its kind that was never issued", async () => {
      const { authenticator, guesses } = await create();
      expect(guesses.length).toBeGreaterThan(0);
      for (const guess of guesses) {
        const { code, wasValid } = await catchRefusal(authenticator.authenticate(guess));
        expect({ code, wasValid }).toEqual({ code: "invalid_credentials", wasValid: false });
      }
    });

    it("throws invalid_credentials with wasValid true for a revoked credential", async () => {
      const { authenticator, issue } = await create();
      const { credential, revoke } = await issue();
      await revoke();
      const { code, wasValid } = await catchRefusal(authenticator.authenticate(credential));
      expect({ code, wasValid }).toEqual({ code: "invalid_credentials", wasValid: true });
    });

    it("rejects a principal that was resolved before its credential was revoked", async () => {
      const { authenticator, usage, issue } = await create();
      const { credential, revoke } = await issue();
      const before = await resolved(authenticator, credential);
      expect(await admits(usage, before)).toBe(true);
      await revoke();
      expect(await admits(usage, before)).toBe(false);
      const refusal = await catchRefusal(authenticator.authenticate(credential, { fresh: true }));
      expect(refusal.code).toBe("invalid_credentials");
    });

    it("returns the new plan to a fresh request, and rejects principals with the old plan", async () => {
      const { authenticator, usage, issue } = await create();
      const { credential, upgrade } = await issue();
      const before = await resolved(authenticator, credential);
      await upgrade();
      const after = await resolved(authenticator, credential, true);
      expect([before.account.plan, after.account.plan]).toEqual(["free", "pro"]);
      expect(await admits(usage, before)).toBe(false);
      expect(await admits(usage, after)).toBe(true);
      expect((await resolved(authenticator, credential)).account.plan).toBe("pro");
    });

    it("reads the source once for 100 concurrent callers, and not again while the result is cached", async () => {
      const { authenticator, issue, reads } = await create();
      const { credential } = await issue();
      await Promise.all(Array.from({ length: 100 }, () => authenticator.authenticate(credential)));
      const first = reads();
      await authenticator.authenticate(credential);
      expect(reads()).toBe(first);
      await Promise.all(
        Array.from({ length: 100 }, () => authenticator.authenticate(credential, { fresh: true })),
      );
      expect(reads()).toBeLessThanOrEqual(3 * first);
    });

    it("never answers a fresh request from a read that started before it", async () => {
      const { authenticator, issue } = await create();
      const { credential, upgrade } = await issue();
      for (let round = 0; round < 5; round++) {
        const early = authenticator.authenticate(credential, { fresh: true });
        await upgrade();
        expect((await resolved(authenticator, credential, true)).account.plan).toBe("pro");
        await early;
      }
    });

    it("keeps valid credentials cached during a flood of guesses", async () => {
      const { authenticator, issue, guesses, reads } = await create();
      const { credential } = await issue();
      await resolved(authenticator, credential);
      for (const guess of guesses) await catchRefusal(authenticator.authenticate(guess));
      const before = reads();
      await resolved(authenticator, credential);
      expect(reads()).toBe(before);
    });
  });
}
