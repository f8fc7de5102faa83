import { describe, expect, it, onTestFinished } from "vitest";
import { runServer, temporaryFolder } from "../server-process.ts";

describe("deno.js", () => {
  it.each([
    [["--help"], 0],
    [["serve"], 2],
  ])("starts no server for %j, and exits with %i", async (words, code) => {
    const result = await runServer({ DATABASE_URL: "memory:", PORT: "0" }, "deno", words);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toContain("Usage: deno run -A deno.js");
    expect(result.stdout).not.toContain("ready");
  });

  it("does not start with PROCESSES=2, and names the fault", async () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const settings = { DATABASE_URL: `sqlite:${folder.path}/tools-api.db`, PROCESSES: "2" };
    const { code, stderr } = await runServer(settings, "deno");
    expect(code).toBe(1);
    expect(stderr).toContain("PROCESSES: expected 1 on Deno, received 2");
  });
});
