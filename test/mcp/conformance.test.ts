import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { denoPath } from "../engines/deno-path.ts";
import { temporaryFolder } from "../server/server-process.ts";
import { places, startKeyProxy, startMcp } from "./served.ts";

const judge = fileURLToPath(
  new URL("node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);
const tools = fileURLToPath(new URL("scenario-tools", import.meta.url));

const applies = "";
const noStreams = "every response is one JSON document, without a session";
const otherResources = "the resources are pages of results and files of the caller, and do not change";
const noPrompts = "the server has no prompts";
const noRequests = "the server sends no requests to the client";

/** The scenarios of the judge, with the reason why one does not apply. */
const scenarios: Readonly<Record<string, string>> = {
  "server-initialize": applies,
  ping: applies,
  "tools-list": applies,
  "tools-call-simple-text": applies,
  "tools-call-image": applies,
  "tools-call-audio": applies,
  "tools-call-embedded-resource": applies,
  "tools-call-error": applies,
  "dns-rebinding-protection": applies,
  "tools-call-mixed-content": "a result has at most one file",
  "json-schema-2020-12": "schemas are listed without references, which many clients do not follow",
  "completion-complete": "completion is for arguments of prompts and resources",
  "logging-set-level": "the log is the operator's",
  "tools-call-with-logging": "the log is the operator's",
  "tools-call-with-progress": noStreams,
  "server-sse-polling": noStreams,
  "server-sse-multiple-streams": noStreams,
  "tools-call-sampling": noRequests,
  "tools-call-elicitation": noRequests,
  "elicitation-sep1034-defaults": noRequests,
  "elicitation-sep1330-enums": noRequests,
  "resources-list": applies,
  "resources-read-text": otherResources,
  "resources-read-binary": otherResources,
  "resources-templates-read": otherResources,
  "resources-subscribe": otherResources,
  "resources-unsubscribe": otherResources,
  "prompts-list": noPrompts,
  "prompts-get-simple": noPrompts,
  "prompts-get-with-args": noPrompts,
  "prompts-get-embedded-resource": noPrompts,
  "prompts-get-with-image": noPrompts,
};

/** Runs the judge on Deno, because it needs a function of Node 22. The exit code tells of scenarios that do not apply. */
function runJudge(...words: string[]): Promise<string> {
  return new Promise((resolve) =>
    execFile(denoPath(), ["run", "-A", judge, ...words], { timeout: 110_000 }, (_, stdout) =>
      resolve(stdout),
    ),
  );
}

/** Runs all scenarios, and returns those without a failure or warning. */
async function passedScenarios(url: string): Promise<Set<string>> {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  await runJudge("server", "--url", url, "--suite", "all", "-o", folder.path);
  const passed = new Set<string>();
  for (const result of await readdir(folder.path)) {
    const text = await readFile(join(folder.path, result, "checks.json"), "utf8");
    // The form that the judge documents.
    const statuses = (JSON.parse(text) as { status: string }[]).map(({ status }) => status);
    const [, scenario = ""] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(result) ?? [];
    if (statuses.includes("SUCCESS") && statuses.every((status) => status === "SUCCESS" || status === "INFO"))
      passed.add(scenario);
  }
  return passed;
}

describe("the conformance suite", () => {
  it("has no scenario that is neither applied nor left out with a reason", async () => {
    const listed = await runJudge("list", "--server");
    const names = [...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(scenarios)));
  });

  it.each(places)("passes exactly the scenarios that apply to /mcp on %s", async (place) => {
    const served = await startMcp(place, tools);
    onTestFinished(async () => void (await served.stop()));
    const proxy = await startKeyProxy(served);
    onTestFinished(async () => void (await proxy.stop()));
    const expected = Object.keys(scenarios).filter((name) => scenarios[name] === applies);
    expect(await passedScenarios(proxy.url)).toEqual(new Set(expected));
  });
});
