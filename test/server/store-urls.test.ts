import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ToolsError } from "@tools-api/core";
import { readConfig } from "@tools-api/server/node";
import { afterAll, describe, expect, it } from "vitest";
import { toolsApi } from "./command.ts";
import { temporaryFolder } from "./server-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

function faultsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ToolsError) return error.message;
  }
  return "";
}

describe("DATABASE_URL and USAGE_URL", () => {
  it.each([
    [{}, "sqlite:./data/tools-api.db", "sqlite:./data/tools-api.db"],
    [{ DATABASE_URL: "memory:" }, "memory:", "memory:"],
    [{ DATABASE_URL: "memory:", USAGE_URL: "sqlite:u.db" }, "memory:", "sqlite:u.db"],
    [{ DATABASE_URL: "sqlite:a.db", USAGE_URL: "sqlite:u.db" }, "sqlite:a.db", "sqlite:u.db"],
  ])("takes %j", (environment, databaseUrl, usageUrl) => {
    expect(readConfig(environment)).toMatchObject({ databaseUrl, usageUrl });
  });

  it.each([
    ["an unknown scheme", { DATABASE_URL: "mysql://h/d" }, /^DATABASE_URL: expected memory:, .*"mysql:"$/],
    ["no scheme", { DATABASE_URL: "data.db" }, /^DATABASE_URL: .* received a value without a scheme$/],
    ["a file without a path", { DATABASE_URL: "sqlite:" }, /^DATABASE_URL: expected sqlite:PATH, /],
    [
      "counters that fewer see than see the accounts",
      { DATABASE_URL: "sqlite:a.db", USAGE_URL: "memory:" },
      /^USAGE_URL: expected a store for the processes of one host, as DATABASE_URL is, received one for this process alone$/,
    ],
  ])("refuses %s", (_, environment, message) => {
    expect(faultsOf(environment)).toMatch(message);
  });

  it("are told of together with all other faults, and without what may be a password", () => {
    const faults = faultsOf({
      PORT: "eighty",
      DATABASE_URL: "mysql://ada:s3cret@db.example.com/tools",
      USAGE_URL: "mongodb://ada:s3cret@db.example.com/tools",
    });
    for (const name of ["PORT", "DATABASE_URL", "USAGE_URL"]) expect(faults).toContain(`${name}: expected`);
    expect(faults).not.toContain("s3cret");
  });
});

describe("a store that cannot be opened", () => {
  it("is named by its setting, with what is wrong, and ends the server and the commands with 1", async () => {
    const file = join(folder.path, "no-folder");
    writeFileSync(file, "");
    const settings = {
      DATABASE_URL: `sqlite:${join(folder.path, "a.db")}`,
      USAGE_URL: `sqlite:${file}/u.db`,
    };
    for (const words of [["serve"], ["accounts", "list"]]) {
      const { code, stderr } = await toolsApi(words, { ...settings, PORT: "0" });
      expect(stderr).toMatch(/^tools-api: USAGE_URL: SQLite: .*no-folder\/u\.db cannot be opened \(E/);
      expect(stderr).not.toContain("    at ");
      expect(code).toBe(1);
    }
  });
});
