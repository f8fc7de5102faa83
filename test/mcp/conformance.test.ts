import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { denoPath } from "../engines/deno-path.ts";
import { places, type Served, startKeyProxy, startMcp } from "./served.ts";

const judge = fileURLToPath(
  new URL("node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

/**
 * The scenarios that fit any server. The others call tools with fixed names, such as `test_image_content`, or need what
 * the server does not offer: resources, prompts, completion, logging, sampling, elicitation and streams.
 */
const scenarios = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"];

/** Runs a scenario. The judge needs a function of Node 22, which Deno has. */
function runScenario(url: string, scenario: string): Promise<string> {
  const words = ["run", "-A", judge, "server", "--url", url, "--scenario", scenario];
  return new Promise((resolve) =>
    execFile(denoPath(), words, { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve(`${error ? `exit ${error.code}` : "passed"}\n${stdout}${stderr}`),
    ),
  );
}

describe.each(places)("the conformance suite against /mcp on %s", (place) => {
  let served: Served;
  let proxy: Served;
  beforeAll(async () => {
    served = await startMcp(place);
    proxy = await startKeyProxy(served);
  });
  afterAll(async () => {
    await proxy.stop();
    await served.stop();
  });

  it.each(scenarios)("passes the scenario %s", async (scenario) => {
    const output = await runScenario(proxy.url, scenario);
    expect(output).toMatch(/^passed/);
    expect(output).toMatch(/0 failed, 0 warnings/);
  });
});
