import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { newSqliteFile } from "./sqlite-file.ts";

const deno = fileURLToPath(new URL("../../../node_modules/.bin/deno", import.meta.url));
const program = fileURLToPath(new URL("./sqlite-deno-program.ts", import.meta.url));

it("stores, counts and waits for locks on Deno's own SQLite", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const flags = ["run", "-A", "--quiet", "--conditions=@tools-api/source"];
  const { stdout } = await promisify(execFile)(deno, [...flags, program, file.path]);
  const { waitedMs, ...answers } = JSON.parse(stdout);
  expect(waitedMs).toBeGreaterThan(290);
  expect(answers).toEqual({
    committed: { committed: true, version: 1 },
    found: [{ key: "notes/🙂", value: { text: "ä" }, version: 1 }],
    admissions: [
      { outcome: "admitted", used: [1] },
      { outcome: "admitted", used: [2] },
      { outcome: "refused", used: [2], exceeded: ["day"] },
    ],
    used: [2],
  });
  expect((await (await file.documents()).get("notes/🙂"))?.value).toEqual({ text: "ä" });
});
