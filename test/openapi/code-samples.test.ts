import { fileURLToPath } from "node:url";
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWhole, type WholeServer } from "../journeys/whole-server.ts";
import {
  type ExampleOperation,
  operationsOf,
  prepare,
  type ServedDocument,
} from "../server/openapi/example-calls.ts";

const run = promisify(execFile);

let server: WholeServer;
let document: ServedDocument;
let operations: ExampleOperation[];

beforeAll(async () => {
  server = await startWhole();
  // The tests of the document check the shape.
  document = (await (await server.call("GET /openapi.json")).json()) as ServedDocument;
  operations = operationsOf(document);
});
afterAll(() => server.close());

/** The folder with the file that samples send. */
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

/**
 * Yields the sample of every operation in a language, with the ids and credentials of an owner of its own. Each is made
 * when it is needed, because links and sign-ins expire.
 */
async function* samplesIn(language: string) {
  for (const { operationId, samples } of operations) {
    // One after another, because a server verifies few passwords at a time.
    const { environment, fill } = await prepare(server, document, operationId);
    const { source = "" } = samples.find(({ lang }) => lang === language) ?? {};
    yield { name: operationId, source: fill(source), environment };
  }
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("the code samples of /openapi.json", () => {
  it("exist for every operation in curl, TypeScript and Python", () => {
    for (const { operationId, samples } of operations)
      expect(
        samples.map(({ lang }) => lang),
        operationId,
      ).toEqual(["Shell", "TypeScript", "Python"]);
  });

  it("succeed in a shell", async () => {
    for await (const { name, source, environment } of samplesIn("Shell")) {
      const command = source.replace("curl -sS", "curl -sS -o /dev/null -w '%{http_code}'");
      const { stdout } = await run("sh", ["-c", command], {
        cwd: examples,
        env: { ...process.env, ...environment },
      });
      expect(stdout, `${name}: ${command}`).toMatch(name === "authorize" ? /^303$/ : /^2\d\d$/);
    }
  });

  it.runIf(hasPython)("succeed in Python", async () => {
    const samples: unknown[] = [];
    for await (const sample of samplesIn("Python")) samples.push(sample);
    const python = run("python3", [new URL("run-samples.py", import.meta.url).pathname], { cwd: examples });
    python.child.stdin?.end(JSON.stringify(samples));
    expect(JSON.parse((await python).stdout)).toEqual([]);
  });
});
