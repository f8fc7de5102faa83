import { createHash } from "node:crypto";
import { memoryBlobs, memoryDocuments } from "@tools-api/adapters/storage/memory";
import { getFile, listFiles, storeFile } from "@tools-api/core/files";
import { fileStorage } from "@tools-api/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AccountServer, type Browser, openBrowser, startAccounts } from "../../account-server.ts";
import { wordsOf } from "./owner-pages.ts";

const password = "correct horse battery";
const documents = memoryDocuments();
const files = fileStorage({ documents, blobs: memoryBlobs() });

let server: AccountServer;
/** The stores hold the accounts of all tests. */
let accounts = 0;

async function signIn(email: string): Promise<{ browser: Browser; account: string }> {
  const { id } = await server.account(email, password);
  const browser = openBrowser(server.url);
  await browser.post("/sign-in", { email, password });
  return { browser, account: id };
}

async function* bytes() {
  yield new Uint8Array(1500);
}

async function store(account: string, name: string | null, at = Date.now()): Promise<string> {
  const { id } = await storeFile(files, account, bytes(), {
    name,
    mediaType: "image/jpeg",
    expiresIn: 3600,
    at,
    accountBytes: 1e9,
    sha256: createHash("sha256"),
    isAllowed: async () => true,
  });
  return id;
}

afterEach(() => server.close());

describe("the page of files", () => {
  let ada: Awaited<ReturnType<typeof signIn>>;
  beforeEach(async () => {
    server = await startAccounts({ documents, files });
    ada = await signIn(`ada${++accounts}@example.com`);
  });

  it("shows what is stored and when it goes, and leaves out what has expired", async () => {
    const now = Date.now();
    const photo = await store(ada.account, "<photo>.jpg", now - 1_500_000);
    const unnamed = await store(ada.account, null, now);
    const expired = await store(ada.account, "old.jpg", now - 4_000_000);
    const text = wordsOf(await (await ada.browser.get("/files")).text());
    expect(text).toMatch(
      new RegExp(
        `<photo>.jpg ${photo} · 1.5 kB · image/jpeg · stored 25 minutes ago · erased in 3[45] minutes`,
      ),
    );
    expect(text).toContain(unnamed);
    expect(text).toContain("3 files of 10,000, 4.5 kB of 100.0 MB");
    expect(text).not.toContain(expired);
  });

  it("erases a file of the account, and no other", async () => {
    const eve = await signIn(`eve${++accounts}@example.com`);
    const [own, foreign] = [await store(ada.account, "a.jpg"), await store(eve.account, "b.jpg")];
    expect((await ada.browser.post("/files", { file: foreign })).status).toBe(404);
    const erased = await ada.browser.post("/files", { file: own });
    expect(erased.headers.get("location")).toBe("/files?notice=erased");
    expect(await listFiles(documents, ada.account, { at: Date.now(), limit: 10 })).toEqual([]);
    expect((await getFile(documents, { account: eve.account, id: foreign }, Date.now())).name).toBe("b.jpg");
    expect(wordsOf(await (await ada.browser.get("/files")).text())).toContain("You have no stored files.");
  });
});

it("the page of files says that a server without them stores none", async () => {
  server = await startAccounts();
  const { browser } = await signIn("ada@example.com");
  expect(await (await browser.get("/files")).text()).toContain("This server stores no files.");
  expect((await browser.post("/files", { file: "file_4fJdR2rT9wXbK7mPq1sVzA" })).status).toBe(404);
});
