// Proves the table of attacks. Each test that refuses an attack must pass, and must fail in a copy of the
// sources without the check against that attack. Prints a line per attack. Ends with 1 if a test also passes
// without the check: then the test proves nothing, or the check is not where the table says. Arguments are
// parts of the attacks' names:
// pnpm --filter @tools-api/bench attacks [part…]
import type { Attack } from "./attacks/attack.ts";
import { runTests } from "./attacks/run-tests.ts";
import { attacks } from "./attacks/table.ts";
import { copyWorkspace, faultOf, type Workspace } from "./attacks/workspace.ts";

const parts = process.argv.slice(2);
const wanted = attacks.filter(
  ({ attack }) => parts.length === 0 || parts.some((part) => attack.includes(part)),
);
const copies = 2;

/** The failure of a test after a successful attack. Any other failure means that the test broke. */
const failedExpectation = /^(?:AssertionError|Error: (?:Property failed|promise (?:resolved|rejected)))/;

let faults = 0;

function print(
  verdict: "ok" | "SURVIVED" | "ERROR",
  { attack, note }: Pick<Attack, "attack" | "note">,
  why = "",
) {
  if (verdict !== "ok") faults += 1;
  const remarks = [why, note && `(${note})`].filter(Boolean).join(" ");
  console.log(`${verdict.padEnd(9)}${attack}${remarks && `: ${remarks}`}`);
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").slice(0, 160);
}

/** Processes rows one after the other in every copy, until no row is left. */
async function inCopies<Row>(
  workspaces: readonly Workspace[],
  rows: readonly Row[],
  work: (workspace: Workspace, row: Row) => Promise<void>,
): Promise<void> {
  const left = rows.values();
  await Promise.all(
    workspaces.map(async (workspace) => {
      for (const row of left) await work(workspace, row);
    }),
  );
}

function testOf({ test: { file, name } }: Attack): string {
  return `${file}: ${name}`;
}

/** Tests that fail even with all checks present. */
const broken = new Set<string>();

/** Checks that the tests of a file refuse the attacks while all checks are present. */
async function tryWhole(workspace: Workspace, file: string): Promise<void> {
  const rows = wanted.filter(({ test }) => test.file === file);
  const names = [...new Set(rows.map(({ test }) => test.name))];
  const { outcomes, output } = await runTests(workspace, file, names);
  for (const name of names) {
    const outcome = outcomes.get(name);
    if (outcome === null) continue;
    const why = outcome === undefined ? `did not run: ${firstLine(output)}` : firstLine(outcome);
    broken.add(`${file}: ${name}`);
    print("ERROR", { attack: `${file}: ${name}` }, why);
  }
}

async function tryWithout(workspace: Workspace, row: Attack): Promise<void> {
  const { test, cuts } = row;
  const { outcomes, output } = await workspace.without(cuts, () =>
    runTests(workspace, test.file, [test.name]),
  );
  const outcome = outcomes.get(test.name);
  if (outcome === null) print("SURVIVED", row);
  else if (outcome === undefined) print("ERROR", row, `the test did not run: ${firstLine(output)}`);
  else if (failedExpectation.test(outcome)) print("ok", row);
  else print("ERROR", row, `the test broke: ${firstLine(outcome)}`);
}

for (const { attack, cuts } of wanted)
  for (const cut of cuts) {
    const fault = await faultOf(cut);
    if (fault !== null) print("ERROR", { attack }, fault);
  }
if (faults === 0) {
  const workspaces = await Promise.all(Array.from({ length: copies }, copyWorkspace));
  try {
    await inCopies(workspaces, [...new Set(wanted.map(({ test }) => test.file))], tryWhole);
    const rows = wanted.filter((row) => !broken.has(testOf(row)));
    await inCopies(workspaces, rows, tryWithout);
  } finally {
    await Promise.all(workspaces.map((workspace) => workspace.remove()));
  }
}
console.log(`${wanted.length} attacks, ${faults} of them differ from the table`);
process.exitCode = faults > 0 || wanted.length === 0 ? 1 : 0;
