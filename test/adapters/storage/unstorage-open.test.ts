import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { openUnstorage, unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { createStorage } from "unstorage";
import fsLiteDriver from "unstorage/drivers/fs-lite";
import { expect, it, onTestFinished } from "vitest";
import { newUnstorageFolder } from "./unstorage-folder.ts";

async function newFolder() {
  const folder = await newUnstorageFolder();
  onTestFinished(() => folder.remove());
  return folder;
}

it("opens the driver that a URL names, with its options", async () => {
  const { path, url } = await newFolder();
  const first = await openUnstorage(url);
  const documents = unstorageDocuments({ storage: first.storage });
  await documents.commit([{ key: "a", value: 1 }]);
  await documents.close();
  await first.close();
  expect(await readdir(path)).toEqual(["tools-api"]);

  const second = await openUnstorage(url);
  const again = unstorageDocuments({ storage: second.storage });
  expect((await again.get("a"))?.value).toBe(1);
  await again.close();
  await second.close();
});

it("creates a folder with access only for its owner, and reports a folder that it cannot create", async () => {
  const { path } = await newFolder();
  const base = join(path, "deep", "er");
  const { close } = await openUnstorage(`unstorage:fs?base=${encodeURIComponent(base)}&leaseMs=2000`);
  await close();
  expect((await stat(base)).mode & 0o777).toBe(0o700);
  await expect(openUnstorage("unstorage:fs-lite?base=/dev/null/data")).rejects.toMatchObject({
    code: "storage_unavailable",
    message: expect.stringContaining("/dev/null/data could not be created"),
  });
});

it("converts numbers and booleans in a URL, and keeps text that only resembles a number", async () => {
  const { storage, close } = await openUnstorage(
    "unstorage:lru-cache?max=50&ttl=60000&rate=1.5&updateAgeOnGet=true&name=007&other=1e3&empty=",
  );
  const { options } = storage.getMount("").driver;
  expect(options).toEqual({
    max: 50,
    ttl: 60_000,
    rate: 1.5,
    updateAgeOnGet: true,
    name: "007",
    other: "1e3",
    empty: "",
  });
  await close();
});

it("reports the expected form of a URL without the parts that can contain a password", async () => {
  const wrong: [url: string, message: RegExp][] = [
    ["unstorage:", /expected a URL of the form unstorage:DRIVER\?OPTION=VALUE/],
    ["redis://user:secret@host", /expected a URL of the form/],
    ["unstorage:floppy", /expected a driver of unstorage \(.*fs, .*redis, .*\), received floppy/],
    ["unstorage:fs", /the driver fs refuses its options: .*base/],
    ["unstorage:fs?base=a&base=secret", /expected each option once, received base again/],
    ["unstorage:memory?leaseMs=12", /leaseMs: expected whole milliseconds from 1000, received 12/],
    ["unstorage:memory?leaseMs=soon", /leaseMs: expected whole milliseconds from 1000, received NaN/],
  ];
  for (const [url, message] of wrong) {
    const error: unknown = await openUnstorage(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "invalid_parameter", message: expect.stringMatching(message) });
    expect(String(error)).not.toContain("secret");
  }
});

it("reports the missing package of a driver", async () => {
  await expect(openUnstorage("unstorage:mongodb?connectionString=x")).rejects.toMatchObject({
    code: "storage_unavailable",
    message: expect.stringMatching(/the driver mongodb does not load.*package.*mongodb/),
  });
});

it("is durable if the driver is known or declared to be, and exact within one process", async () => {
  const { path } = await newFolder();
  const inFiles = createStorage({ driver: fsLiteDriver({ base: path }) });
  const capabilities = [
    unstorageDocuments({ storage: inFiles }).capabilities,
    unstorageUsage({ storage: createStorage() }).capabilities,
    unstorageUsage({ storage: createStorage(), durable: true }).capabilities,
  ];
  expect(capabilities).toEqual([true, false, true].map((durable) => ({ exactAcross: "process", durable })));
});
