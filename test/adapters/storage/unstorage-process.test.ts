import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import type { DocumentStore, UsageStore } from "@tools-api/core";
import { expect, it, onTestFinished } from "vitest";
import { denoPath } from "../../engines/deno-path.ts";
import type { ChildReport, ChildTask } from "./unstorage-child.ts";
import {
  documentOf,
  everyDocument,
  leaseMs,
  newUnstorageFolder,
  storageIn,
  twoAccounts,
} from "./unstorage-folder.ts";

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

/** Starts a child process. `reports` grows while it runs. */
function start(folder: string, task: ChildTask) {
  const child = spawn(denoPath(), [...denoArguments("./unstorage-child.ts"), folder, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const reports: ChildReport[] = [];
  // Only unstorage-child.ts writes there.
  createInterface(child.stdout).on("line", (line) => void reports.push(JSON.parse(line) as ChildReport));
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  onTestFinished(() => signal("SIGKILL"));
  return { child, reports, signal, gone: once(child, "close") };
}

async function until(child: ChildProcess, holds: () => boolean): Promise<void> {
  while (!holds()) {
    if (child.exitCode !== null) throw new Error(`The child has ended early (${child.exitCode}).`);
    await sleep(10);
  }
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

async function usageOf(usage: UsageStore, account: string) {
  const day = 86_400_000;
  const today = Math.floor(Date.now() / day) * day;
  const read = { account, boundaries: [today - day, today + 2 * day], windows: ["day"] };
  const { buckets, used, lifetime } = await usage.read(read);
  return { used, calls: buckets.reduce((sum, { calls }) => sum + calls, 0), lifetime: lifetime.calls };
}

async function stampsOf(documents: DocumentStore): Promise<unknown[]> {
  return (await documents.list("keys/", { limit: 100 })).map(({ value }) => value);
}

const nine = (stamp: number) => Array.from({ length: 9 }, () => documentOf(stamp));

it("rejects writes of a process that was suspended beyond its lease", async () => {
  const folder = await newFolder();
  const { child, reports, signal } = start(folder.path, { task: "work-on" });
  await until(child, () => reports.some(({ report }) => report === "pausing"));
  signal("SIGSTOP");

  const [documents, usage] = [folder.documents(), folder.usage()];
  await documents.commit(everyDocument(-1));
  await usage.consume(twoAccounts(crypto.randomUUID()));
  const { calls } = await usageOf(usage, "acct_1");
  signal("SIGCONT");
  await until(child, () => reports.some(({ report }) => report === "failed"));
  expect(reports.at(-1)).toEqual({ report: "failed", code: "storage_unavailable" });

  await usage.consume(twoAccounts(crypto.randomUUID()));
  const after = { used: [calls + 1], calls: calls + 1, lifetime: calls + 1 };
  for (const stores of [{ documents, usage }, null]) {
    // The second round reads only the files.
    if (!stores) await folder.close();
    expect(await usageOf(stores?.usage ?? folder.usage(), "acct_1")).toEqual(after);
    expect(await stampsOf(stores?.documents ?? folder.documents())).toEqual(nine(-1));
  }
});

it("applies a commit and a batch completely or not at all, whichever write the process is killed in", async () => {
  const template = await newFolder();
  await template.documents().commit(everyDocument(0));
  await template.usage().fence("keys/acct_1/0", 1);
  await template.close();

  let killed = 0;
  async function endIn(write: number): Promise<boolean> {
    const path = join(template.path, `../${template.path.split("/").at(-1)}-${write}`);
    await cp(template.path, path, { recursive: true });
    onTestFinished(() => rm(path, { recursive: true, force: true }));
    const { reports, gone } = start(path, { task: "end-in-write", write });
    await gone;
    const isKilled = !reports.some(({ report }) => report === "consumed");
    if (isKilled) killed++;
    // Another test covers the expiry of the lease.
    await rm(join(path, "tools-api", "lease"));

    const storage = storageIn(path);
    const [documents, usage] = [
      unstorageDocuments({ storage, leaseMs }),
      unstorageUsage({ storage, leaseMs }),
    ];
    const stamps = await stampsOf(documents);
    const isCommitted = stamps[0] === documentOf(1);
    expect(stamps).toEqual(nine(isCommitted ? 1 : 0));
    const isAnswered = reports.some(({ report }) => report === "committed");
    expect(isCommitted || !isAnswered).toBe(true);
    const call = {
      ...twoAccounts("").items[0],
      account: "acct_3",
      endpoint: "e",
      at: Date.now(),
      windows: [],
    };
    const fences = [{ id: "keys/acct_1/0", revision: isCommitted ? 2 : 1 }];
    const [admission] = await usage.consume({ id: "fenced", at: 0, items: [{ ...call, fences }] });
    expect(admission?.outcome).toBe("admitted");

    const [first, second] = [await usageOf(usage, "acct_1"), await usageOf(usage, "acct_2")];
    expect(second).toEqual(first);
    expect(isKilled ? [0, 1] : [1]).toContain(first.calls);
    await usage.consume(twoAccounts(documentOf(1)));
    const once = { used: [1], calls: 1, lifetime: 1 };
    expect([await usageOf(usage, "acct_1"), await usageOf(usage, "acct_2")]).toEqual([once, once]);
    await Promise.all([documents.close(), usage.close()]);
    return isKilled;
  }

  for (let write = 1; ; write += 2) {
    const both = await Promise.all([endIn(write), endIn(write + 1)]);
    if (!both.every(Boolean)) break;
  }
  // Two journals, the version, three pages and a fence. For two accounts the counters and the day.
  expect(killed).toBeGreaterThanOrEqual(11);
});
