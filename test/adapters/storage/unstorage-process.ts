import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { newUnstorageFolder } from "./unstorage-folder.ts";

const program = fileURLToPath(new URL("./unstorage-program.ts", import.meta.url));

const printed = {
  committed: { committed: true, version: 3 },
  found: [{ key: "notes/🙂", value: { text: "ä" }, version: 3 }],
  admissions: [
    { outcome: "admitted", used: [1] },
    { outcome: "admitted", used: [2] },
    { outcome: "refused", used: [2], exceeded: ["day"] },
  ],
  used: [2],
};

/** Requires that another process, started by a command, can use a folder only after this process has closed it. */
export async function expectOneProcessAtATime(command: string, flags: string[]): Promise<void> {
  const folder = await newUnstorageFolder();
  onTestFinished(() => folder.remove());
  const runProgram = () => promisify(execFile)(command, [...flags, program, folder.path]);
  const documents = folder.documents();
  expect(await documents.commit([{ key: "other", value: 1 }])).toMatchObject({ committed: true });
  await expect(runProgram()).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining(
      `another process uses this storage (process ${process.pid} on ${hostname()})`,
    ),
  });
  expect(await documents.commit([{ key: "notes/🙂" }])).toMatchObject({ committed: true });
  await folder.close();
  const { stdout } = await runProgram();
  expect(JSON.parse(stdout)).toEqual(printed);
  expect(await readdir(join(folder.path, "tools-api"))).toEqual(["a"]);
}
