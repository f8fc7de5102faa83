import { execFile, spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DocumentStore, UsageStore } from "@tools-api/core";
import { expect, it, onTestFinished } from "vitest";
import { keepErrors } from "../../child-errors.ts";
import { denoPath } from "../../engines/deno-path.ts";
import { documentOf, everyDocument, newUnstorageFolder, twoAccounts } from "./unstorage-folder.ts";

const run = promisify(execFile);
/** The arguments of Deno, which runs a program from its sources. Node 20 cannot load them. */
const denoArguments = (program: string) => {
  const flags = ["run", "-A", "--quiet", "--conditions=@tools-api/source"];
  return [...flags, fileURLToPath(new URL(program, import.meta.url))];
};

async function newFolder() {
  const folder = await newUnstorageFolder();
  onTestFinished(() => folder.remove());
  return folder;
}

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

it("rejects a second process while the first is open, names the first one, and admits the second after it closes", async () => {
  const folder = await newFolder();
  const documents = folder.documents();
  expect(await documents.commit([{ key: "other", value: 1 }])).toMatchObject({ committed: true });
  const second = run(denoPath(), [...denoArguments("./unstorage-program.ts"), folder.path]);
  await expect(second).rejects.toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining(
      `another process uses this storage (process ${process.pid} on ${hostname()})`,
    ),
  });
  expect(await documents.commit([{ key: "notes/🙂" }])).toMatchObject({ committed: true });
  await folder.close();
  const { stdout } = await run(denoPath(), [...denoArguments("./unstorage-program.ts"), folder.path]);
  expect(JSON.parse(stdout)).toEqual(printed);
  expect(await readdir(join(folder.path, "tools-api"))).toEqual(["a"]);
});

it("rejects writes of a process that was suspended beyond its lease", async () => {
  const folder = await newFolder();
  const child = keepErrors(
    spawn(denoPath(), [...denoArguments("./unstorage-child-program.ts"), folder.path], {
      stdio: ["pipe", "pipe", "pipe"],
    }),
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect(await lines.next()).toMatchObject({ value: "pausing" });
  child.kill("SIGSTOP");

  const [documents, usage] = [folder.documents(), folder.usage()];
  await documents.commit(everyDocument(-1));
  await usage.consume(twoAccounts(crypto.randomUUID()));
  const count = async (store: UsageStore) => {
    const { used, lifetime } = await store.read({ account: "acct_1", boundaries: [], windows: ["day"] });
    return [...used, lifetime.calls];
  };
  const [calls = 0] = await count(usage);
  child.kill("SIGCONT");
  let last = "pausing";
  while (last === "pausing") last = (await lines.next()).value ?? "the end";
  expect(last).toBe("storage_unavailable");

  await usage.consume(twoAccounts(crypto.randomUUID()));
  const stamps = async (store: DocumentStore) =>
    new Set((await store.list("keys/", { limit: 100 })).map(({ value }) => value));
  for (const round of ["in memory", "in files"]) {
    if (round === "in files") await folder.close();
    expect(await count(folder.usage()), round).toEqual([calls + 1, calls + 1]);
    expect(await stamps(folder.documents()), round).toEqual(new Set([documentOf(-1)]));
  }
});
