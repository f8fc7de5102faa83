import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";

const deno = fileURLToPath(new URL("../../../node_modules/.bin/deno", import.meta.url));
const program = fileURLToPath(new URL("./postgres-deno-program.ts", import.meta.url));

it.skipIf(!canStartPostgres())("stores, counts and times out on Deno", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const flags = ["run", "-A", "--quiet", "--conditions=@tools-api/source"];
  const { stdout } = await promisify(execFile)(deno, [...flags, program, await server.newLocation()]);
  expect(JSON.parse(stdout)).toEqual({
    committed: { committed: true, version: 1 },
    found: [{ key: "notes/🙂", value: { text: "ä\0\ud800" }, version: 1 }],
    admissions: [
      { outcome: "admitted", used: [1] },
      { outcome: "admitted", used: [2] },
      { outcome: "refused", used: [2], exceeded: ["day"] },
    ],
    used: [2],
    code: "storage_unavailable",
  });
});
