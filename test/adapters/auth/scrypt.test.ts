import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { describe, expect, it } from "vitest";

const quick = scryptHasher({ logCost: 8 });

describe("the scrypt hasher", () => {
  it("matches the test vector of RFC 7914 §12", async () => {
    const key =
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2" +
      "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887";
    const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
    const salt = base64(Buffer.from("SodiumChloride"));
    const hash = `$scrypt$ln=14,r=8,p=1$${salt}$${base64(Buffer.from(key, "hex"))}`;
    expect(await quick.verify("pleaseletmein", hash)).toBe(true);
    expect(await quick.verify("pleaseletmeIn", hash)).toBe(false);
  });

  it("uses 128 MiB for a password by default, and returns a PHC string with a random salt", async () => {
    const passwords = scryptHasher();
    const hash = await passwords.hash("correct horse");
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await passwords.verify("correct horse", hash)).toBe(true);
    expect(await quick.hash("x")).not.toBe(await quick.hash("x"));
  });

  it("requires a rehash unless the parameters are the current ones", async () => {
    expect(quick.needsRehash(await quick.hash("x"))).toBe(false);
    expect(quick.needsRehash(await scryptHasher({ logCost: 7 }).hash("x"))).toBe(true);
    expect(quick.needsRehash("$2b$10$abcdefghijklmnopqrstuv")).toBe(true);
  });

  it("rejects a malformed hash and one whose cost would exhaust the host's memory", async () => {
    const tail = "AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    for (const hash of ["", "x", `$scrypt$ln=30,r=8,p=1$${tail}`, `$scrypt$ln=0,r=8,p=1$${tail}`])
      expect(await quick.verify("x", hash)).toBe(false);
  });

  it("rejects passwords with overloaded when all slots are taken", async () => {
    const passwords = scryptHasher({ logCost: 12, concurrency: 1, slots: 3 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.hash("x")));
    const codes = outcomes.map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "hashed"));
    expect(codes.filter((code) => code === "hashed")).toHaveLength(4);
    expect(codes.filter((code) => code === "overloaded")).toHaveLength(6);
    expect(await passwords.hash("x")).toContain("ln=12");
  });

  it("leaves half of its slots to other addresses, and serves addresses in turn", async () => {
    const passwords = scryptHasher({ logCost: 12, concurrency: 1, slots: 17 });
    const ended: string[] = [];
    const hashFrom = async (address: string) => {
      await passwords.forAddress?.(address).hash("x");
      ended.push(address);
    };
    const crowd = Array.from({ length: 20 }, () => hashFrom("192.0.2.1"));
    const other = hashFrom("192.0.2.2");
    const outcomes = await Promise.allSettled([...crowd, other]);
    expect(outcomes.at(-1)?.status).toBe("fulfilled");
    expect(ended).toHaveLength(10);
    expect(ended.indexOf("192.0.2.2")).toBeLessThan(3);
  });
});
