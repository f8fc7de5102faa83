import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import type { DocumentStore } from "@tools-api/core";
import { createAccount, createSignInLink, findSignInLink, redeemSignInLink } from "@tools-api/core/accounts";
import { describe, expect, it } from "vitest";

const at = Date.parse("2026-11-21T12:00:00Z");

async function open() {
  // The clock of this store never advances, so a link ends only by the clock of its caller.
  const documents = memoryDocuments({ clock: { now: () => at } });
  const account = await createAccount(documents, { email: "ada@example.com" }, { at });
  return { documents, account, token: await createSignInLink(documents, account.id, { at }) };
}

describe("sign-in links", () => {
  it("redeems a sign-in link for exactly one of the racing callers that have all found it valid", async () => {
    const { documents, account, token } = await open();
    const count = 8;
    let resolve = () => {};
    const allHaveFound = new Promise<void>((done) => {
      resolve = done;
    });
    let found = 0;
    const racing: DocumentStore = {
      ...documents,
      async commit(operations) {
        found += 1;
        if (found === count) resolve();
        await allHaveFound;
        return documents.commit(operations);
      },
    };
    const takers = Array.from({ length: count }, () => redeemSignInLink(racing, token, at));
    const taken = (await Promise.all(takers)).filter((one) => one !== null);
    expect(taken).toEqual([account]);
    expect(await findSignInLink(documents, token, at)).toBeNull();
  });

  it("ends a sign-in link after 15 minutes, even if the clock of the store is slow", async () => {
    const { documents, account, token } = await open();
    expect(await findSignInLink(documents, token, at + 899_999)).toEqual(account);
    expect(await findSignInLink(documents, token, at + 900_000)).toBeNull();
    expect(await redeemSignInLink(documents, token, at + 900_000)).toBeNull();
  });

  it("stores a sign-in link only as a digest", async () => {
    const { documents, token } = await open();
    const stored = JSON.stringify(await documents.list("", { limit: 100 }));
    expect(stored).toContain("sign-in-links/");
    expect(stored).not.toContain(token);
  });
});
