import { beforeAll, describe, expect, it } from "vitest";
import { judge, wholeDocument, writeJudged } from "./judge.ts";

let path: string;

beforeAll(async () => {
  path = await writeJudged("lint.json", await wholeDocument());
});

/** A finding of a linter. */
interface Finding {
  rule: string;
  text: string;
}

async function redocly(): Promise<Finding[]> {
  const config = await writeJudged("redocly.yaml", "extends: [recommended]\n");
  const { stdout } = await judge("redocly", ["lint", path, "--config", config, "--format=json"]);
  // The format of Redocly's findings.
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
  return problems.map(({ ruleId, message }) => ({ rule: ruleId, text: message }));
}

async function spectral(): Promise<Finding[]> {
  const rules = await writeJudged("spectral.yaml", 'extends: ["spectral:oas"]\n');
  const { stdout } = await judge("spectral", ["lint", path, "-r", rules, "--format=json", "--quiet"]);
  // The format of Spectral's findings.
  const findings = JSON.parse(stdout) as { code: string; message: string; path: string[] }[];
  return (
    findings
      // Scopes of a bearer scheme are allowed since OpenAPI 3.1 (§4.8.30). The rule still follows OpenAPI 3.0.
      .filter(({ code, path: at }) => !(code === "oas3-operation-security-defined" && at.includes("bearer")))
      .map(({ code, message, path: at }) => ({ rule: code, text: `${at.join("/")}: ${message}` }))
  );
}

describe("the document of a whole server", () => {
  it("has no finding by the recommended rules of Redocly", async () => {
    expect(await redocly()).toEqual([]);
  });

  it("has no finding by the OpenAPI rules of Spectral", async () => {
    expect(await spectral()).toEqual([]);
  });
});
