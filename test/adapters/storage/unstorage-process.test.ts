import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { DocumentStore, UsageStore } from "@tools-api/core";
import { expect, it, onTestFinished } from "vitest";
import { keepErrors } from "../../child-errors.ts";
import { sourceFlags } from "./source-processes.ts";
import { documentOf, everyDocument, newUnstorageFolder, twoAccounts } from "./unstorage-folder.ts";
import { expectOneProcessAtATime } from "./unstorage-process.ts";

const childProgram = fileURLToPath(new URL("./unstorage-child-program.ts", import.meta.url));

it("rejects a second process while the first is open, names the first one, and admits the second after it closes", () =>
  expectOneProcessAtATime(process.execPath, sourceFlags));

it("rejects writes of a process that was suspended beyond its lease", async () => {
  const folder = await newUnstorageFolder();
  onTestFinished(() => folder.remove());
  const child = keepErrors(
    spawn(process.execPath, [...sourceFlags, childProgram, folder.path], { stdio: ["pipe", "pipe", "pipe"] }),
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
