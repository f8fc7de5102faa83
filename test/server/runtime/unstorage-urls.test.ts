import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "../command.ts";
import { temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Opens the stores of a URL for a command. */
const open = (url: string) => runCommand(["accounts", "list"], { DATABASE_URL: url });

it("opens the driver that a URL names with its options, in a folder with access only for its owner", async () => {
  const base = join(folder.path, "deep", "er");
  const url = `unstorage:fs?base=${encodeURIComponent(base)}&leaseMs=6000`;
  await open(url);
  expect(await readdir(base)).toEqual(["tools-api"]);
  expect((await stat(base)).mode & 0o777).toBe(0o700);
});

it("converts numbers and booleans in a URL, and keeps text that only resembles a number", async () => {
  // The driver throws for a size that is not a number.
  expect(await open("unstorage:lru-cache?max=50&ttl=60000&updateAgeOnGet=true")).toBeDefined();
  await expect(open("unstorage:lru-cache?max=050")).rejects.toMatchObject({ code: "invalid_parameter" });
});

it("reports the driver, option or package that it expected, without parts that can contain a password", async () => {
  const wrong: [url: string, code: string, message: RegExp][] = [
    [
      "unstorage:floppy",
      "invalid_parameter",
      /expected a driver of unstorage \(.*fs, .*redis, .*\), received/,
    ],
    ["unstorage:fs", "invalid_parameter", /the driver fs refuses its options: .*base/],
    [
      "unstorage:fs?base=a&base=secret",
      "invalid_parameter",
      /expected each option once, received base again/,
    ],
    ["unstorage:memory?leaseMs=12", "invalid_parameter", /leaseMs: expected whole milliseconds from 1000/],
    ["unstorage:memory?leaseMs=soon", "invalid_parameter", /leaseMs: .* received NaN/],
    ["unstorage:fs-lite?base=/dev/null/data", "storage_unavailable", /could not be created/],
    [
      "unstorage:mongodb?connectionString=secret",
      "storage_unavailable",
      /driver mongodb does not load.*package/,
    ],
  ];
  for (const [url, code, message] of wrong) {
    const error: unknown = await open(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(String(error)).not.toContain("secret");
  }
});
