import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

/** What came of a test: its first failure, `null` where it passed. Absent: it did not run. */
export type Outcomes = ReadonlyMap<string, string | null>;

/** The part of Vitest's JSON report that is read here. */
interface Report {
  testResults: {
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const longestRunMs = 240_000;

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Runs some tests of a file, each by its whole name, and nothing else. */
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
  // Vitest writes it as this says; where it could not even start there is none.
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
