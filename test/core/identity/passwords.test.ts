import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { type DocumentStore, ToolsError } from "@tools-api/core";
import {
  createAccount,
  findAccountByEmail,
  getPasswordHash,
  sessionSecret,
  setPassword,
  signIn,
  signUp,
  verifyPassword,
} from "@tools-api/core/accounts";
import { beforeEach, describe, expect, it } from "vitest";

const at = Date.parse("2026-11-21T12:00:00Z");
const passwords = scryptHasher({ logCost: 8 });
const ada = { email: "ada.lovelace@example.com", name: "Ada Lovelace" };
let documents: DocumentStore;

beforeEach(() => {
  documents = memoryDocuments();
});

/** Returns the reason why a sign-up with the password is rejected, or `null`. */
async function fault(password: string): Promise<string | null> {
  try {
    await signUp({ documents: memoryDocuments(), passwords }, { ...ada, password }, at);
    return null;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    const [found] = error.errors ?? [];
    if (found?.pointer !== "#/password") throw error;
    return found.detail;
  }
}

describe("the password policy", () => {
  it("accepts passwords of 8 to 128 characters of any kind, counted in code points after NFKC", async () => {
    expect(await fault("1234567")).toBe("expected 8 to 128 characters, received 7");
    expect(await fault("🦔🦊🐻🐼🐨🐯🦁")).toBe("expected 8 to 128 characters, received 7");
    expect(await fault("🦔🦊🐻🐼🐨🐯🦁🐮")).toBeNull();
    expect(await fault("ab 4 xyz")).toBeNull();
    expect(await fault("ab".repeat(64))).toBeNull();
    expect(await fault(`${"ab".repeat(64)}c`)).toBe("expected 8 to 128 characters, received 129");
    // Eight code points as typed, seven as hashed.
    expect(await fault("A\u030abcdefg")).toBe("expected 8 to 128 characters, received 7");
    expect(await fault("\ud83d tomorrow")).toContain("received a lone surrogate");
  });

  it("rejects passwords that are easy to guess: the e-mail address, the name, one repeated character, common passwords", async () => {
    for (const password of [
      ada.email,
      "ADA.LOVELACE@example.com",
      "ada.lovelace",
      "ada lovelace",
      "aaaaaaaaaaaa",
      "Password123",
      "ｐａｓｓｗｏｒｄ",
      "qwertyuiop",
    ])
      expect(await fault(password), password).toContain("hard to guess");
    expect(await fault("ada.lovelace!")).toBeNull();
  });
});

describe("sign-up", () => {
  it("reports every invalid field of a sign-up together", async () => {
    const fields = { email: "nobody", name: "x".repeat(201), password: "short" };
    await expect(signUp({ documents, passwords }, fields, at)).rejects.toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "#/email" }, { pointer: "#/name" }, { pointer: "#/password" }],
    });
  });

  it("stores account and password together or not at all", async () => {
    await createAccount(documents, ada, { at });
    const before = await documents.list("", { limit: 100 });
    const fields = { ...ada, password: "a good password" };
    await expect(signUp({ documents, passwords }, fields, at)).rejects.toMatchObject({ code: "conflict" });
    expect(await documents.list("", { limit: 100 })).toEqual(before);
  });

  it("stores the hash of a password and never the password", async () => {
    await signUp({ documents, passwords }, { ...ada, password: "a good password" }, at);
    const stored = JSON.stringify(await documents.list("", { limit: 100 }));
    expect(stored).toContain("$scrypt$");
    expect(stored).not.toContain("a good password");
  });
});

describe("passwords", () => {
  it("rehashes a password at the sign-in after its parameters were raised, and keeps accepting it", async () => {
    const { account } = await signUp({ documents, passwords }, { ...ada, password: "a good password" }, at);
    const stronger = scryptHasher({ logCost: 9 });
    const parts = { documents, passwords: stronger };
    const found = await signIn(parts, { email: ada.email, password: "a good password" });
    const kept = await getPasswordHash(documents, account.id);
    expect(kept?.value.hash).toMatch(/^\$scrypt\$ln=9,/);
    expect(kept?.value.hash).toBe(found?.passwordHash);
    expect(kept?.value.changedAt).toBe(at);
    expect(await signIn(parts, { email: ada.email, password: "a good password" })).not.toBeNull();
    expect(await signIn(parts, { email: ada.email, password: "another password" })).toBeNull();
  });

  it("spends the same work on a sign-in whether or not the account or its password exists", async () => {
    await signUp({ documents, passwords }, { ...ada, password: "a good password" }, at);
    await createAccount(documents, { email: "bare@example.com" }, { at });
    let work = 0;
    const counted = {
      ...passwords,
      hash: (text: string) => ((work += 1), passwords.hash(text)),
      verify: (text: string, hash: string) => ((work += 1), passwords.verify(text, hash)),
    };
    for (const email of [ada.email, "bare@example.com", "nobody@example.com", "no address", ""]) {
      work = 0;
      await signIn({ documents, passwords: counted }, { email, password: "wrong" });
      expect(work, email).toBe(1);
    }
  });

  it("rejects the previous password after a change", async () => {
    const { account } = await signUp({ documents, passwords }, { ...ada, password: "a good password" }, at);
    await setPassword({ documents, passwords }, account, "a better password", at);
    expect(await verifyPassword({ documents, passwords }, account.id, "a good password")).toBeNull();
    expect(await verifyPassword({ documents, passwords }, account.id, "a better password")).not.toBeNull();
    expect(await findAccountByEmail(documents, ada.email)).toEqual(account);
  });
});

describe("the installation secret", () => {
  it("creates the installation secret once, whichever caller is first, and prefers a configured one", async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => sessionSecret(documents)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(await sessionSecret(documents, "configured")).toBe("configured");
    expect(await sessionSecret(documents)).toBe(secrets[0]);
  });
});
