import { execFile } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { places, type Served, startMcp } from "./served.ts";

/** Runs the inspector, which needs Node 22. npx downloads both. */
function inspect(
  { url, key }: Served,
  words: readonly string[],
): Promise<{ stdout: string; stderr: string }> {
  const packages = ["-p", "node@22", "-p", "@modelcontextprotocol/inspector@2.12.0"];
  const target = [url, "--transport", "http", "--header", `Authorization: Bearer ${key}`];
  const all = ["-y", ...packages, "--", "mcp-inspector", "--cli", ...target, "--format", "json", ...words];
  return new Promise((resolve, reject) =>
    execFile("npx", all, { timeout: 110_000, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${stdout}${stderr}`, { cause: error })) : resolve({ stdout, stderr }),
    ),
  );
}

describe.each(places)("the inspector against /mcp on %s", (place) => {
  let served: Served;
  beforeAll(async () => {
    served = await startMcp(place);
  });
  afterAll(() => served.stop());

  it("finds no fault and no warning in the schemas of the tools", async () => {
    const { stdout, stderr } = await inspect(served, ["--method", "tools/list", "--strict"]);
    expect(stderr).not.toMatch(/warning|error/i);
    const { result } = JSON.parse(stdout);
    expect(result.tools.length).toBeGreaterThan(2);
  });

  it("calls a tool", async () => {
    const { stdout } = await inspect(served, ["--method", "tools/call", "--tool-name", "profile"]);
    expect(JSON.parse(stdout).result.structuredContent).toMatchObject({ plan: { name: "free" } });
  });
});
