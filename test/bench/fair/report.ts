import { type Measurement, violations } from "./measure.ts";
import { kinds } from "./probes.ts";

/** A measurement under the name of its attack. */
export interface Row {
  name: string;
  measurement: Measurement;
  /** The attacker and the second account have one client address. Such a row is reported only. */
  isShared: boolean;
  runs: number;
}

const whole = (figure: number) => figure.toFixed(0);

function callsOf({ probes }: Measurement): { calls: number; failures: number } {
  const outcomes = Object.values(probes.outcomes);
  return {
    calls: outcomes.reduce((sum, { calls }) => sum + calls, 0),
    failures: outcomes.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function verdictOf({ measurement, isShared, runs }: Row): string {
  const found = violations(measurement);
  const repeated = runs > 1 ? `, run ${runs} times because the first was within noise` : "";
  if (found.length === 0) return `holds${repeated}`;
  return `${isShared ? "exceeds (reported only)" : "EXCEEDS"}: ${found.join(", ")}${repeated}`;
}

/** Prints what an attack did. */
export function printRow(row: Row, description: string): void {
  const { probes, baseline, tally, before, peak, after, loopHeldMs } = row.measurement;
  const { calls, failures } = callsOf(row.measurement);
  const answers = Object.entries(tally.answers).map(([status, count]) => `${count} × ${status}`);
  const memory = (key: "server" | "tree") =>
    `${whole(before[key])} → ${whole(peak[key])} → ${whole(after[key])} MB`;
  console.log(`\n${row.name}: ${description}`);
  console.log(
    `  ${calls} calls, ${failures} failed; worst ms (baseline): ` +
      kinds
        .map(
          (kind) =>
            `${kind} ${whole(probes.outcomes[kind].worstMs)} (${whole(baseline.outcomes[kind].worstMs)})`,
        )
        .join(", ") +
      `; prober held ${whole(probes.proberHeldMs)} ms`,
  );
  for (const [reason, count] of Object.entries(probes.reasons)) console.log(`  ${count} × ${reason}`);
  console.log(
    `  event loop held ${loopHeldMs === null ? "(not measured)" : `${whole(loopHeldMs)} ms`}; RSS ${memory("server")}, tree ${memory("tree")}`,
  );
  console.log(
    `  attacker: ${answers.join(", ") || "no answer"}; largest error ${tally.largestError} bytes, slowest ${whole(tally.slowestMs)} ms`,
  );
  console.log(`  ${verdictOf(row)}`);
}

/** Prints all rows as a Markdown table. */
export function printTable(rows: readonly Row[]): void {
  const header = [
    "attack",
    "calls",
    "failed",
    ...kinds.map((kind) => `${kind} ms (baseline)`),
    "loop ms",
    "RSS MB before, peak, after",
    "tree MB",
    "largest error",
    "verdict",
  ];
  console.log(`\n| ${header.join(" | ")} |\n|${"---|".repeat(header.length)}`);
  for (const row of rows) {
    const { probes, baseline, before, peak, after, tally, loopHeldMs } = row.measurement;
    const { calls, failures } = callsOf(row.measurement);
    const cells = [
      row.name,
      calls,
      failures,
      ...kinds.map(
        (kind) => `${whole(probes.outcomes[kind].worstMs)} (${whole(baseline.outcomes[kind].worstMs)})`,
      ),
      loopHeldMs === null ? "" : whole(loopHeldMs),
      [before, peak, after].map(({ server }) => whole(server)).join(", "),
      [before, peak, after].map(({ tree }) => whole(tree)).join(", "),
      tally.largestError,
      verdictOf(row),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
