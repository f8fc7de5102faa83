import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

/** Outcomes of tests: the first failure, or `null` if the test passed. A test that did not run is absent. */
export type Outcomes = ReadonlyMap<string, string | null>;

/** The used members of Vitest's JSON report. */
interface Report {
  testResults: {
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const longestRunMs = 240_000;

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Runs only the named tests of a file, each by its full name. */
export async function runTests(
  { path }: Workspace,
  file: string,
  names: readonly string[],
): Promise<{ outcomes: Outcomes; output: string }> {
  const report = join(path, "report.json");
  await rm(report, { force: true });
  const pattern = `(${names.map(escaped).join("|")})$`;
  const words = ["run", "--root", "test", file, "-t", pattern, "--reporter=json", `--outputFile=${report}`];
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(path, "node_modules/vitest/vitest.mjs"), ...words],
      { cwd: path, timeout: longestRunMs, killSignal: "SIGKILL", maxBuffer: 1e9 },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
  // Vitest writes the report in this form. It is missing if Vitest could not start.
  const text = await readFile(report, "utf8").catch(() => '{"testResults":[]}');
  const { testResults } = JSON.parse(text) as Report;
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
  const outcomes = ran.map(
    ({ fullName, status, failureMessages }) =>
      [fullName, status === "passed" ? null : (failureMessages[0] ?? "failed")] as const,
  );
  return { outcomes: new Map(outcomes), output };
}
