import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { DocumentStore } from "@tools-api/core";
import { enqueue, listDeadMessages } from "@tools-api/core/outbox";
import { expect, it, onTestFinished } from "vitest";
import { denoPath } from "../../engines/deno-path.ts";
import { canStartPostgres, startPostgres } from "../../engines/postgres.ts";
import { type SmtpServer, startSmtp } from "../../engines/smtp.ts";
import { sourceFlags } from "../../adapters/storage/source-processes.ts";
import { newSqliteFile } from "../../adapters/storage/sqlite-file.ts";
import { newUnstorageFolder } from "../../adapters/storage/unstorage-folder.ts";
import { openTestDocuments } from "./outbox-store.ts";

const program = fileURLToPath(new URL("./outbox-program.ts", import.meta.url));
// The processes of a test must agree on the time.
const started = String(Date.now());
const runtimes = {
  node: [process.execPath, ...sourceFlags],
  // The built packages: Deno compiles the pages of the sources for React.
  deno: [denoPath(), "run", "-A", "--quiet"],
};

async function startWorker(
  url: string,
  smtp: SmtpServer,
  runtime: keyof typeof runtimes = "node",
): Promise<ChildProcess> {
  const [command = "", ...words] = runtimes[runtime];
  const child = spawn(command, [...words, program, url, String(smtp.port), started], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

async function queueMails(documents: DocumentStore, count: number): Promise<void> {
  const at = Date.now();
  const data = { id: "inv_1", expiresAt: at };
  for (let index = 0; index < count; index++)
    await documents.commit(
      enqueue({ account: null, type: "invitation.created", to: `user${index}@example.com`, data, at }),
    );
}

async function everyMail(smtp: SmtpServer, count: number): Promise<void> {
  const isDone = () => new Set(smtp.received.flatMap(({ to }) => to)).size === count;
  for (const end = Date.now() + 60_000; Date.now() < end && !isDone();)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isDone(), `${smtp.received.length} mails arrived`).toBe(true);
}

async function arrival(smtp: SmtpServer, count: number): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end && smtp.received.length < count;)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The number of mails that a process delivers together. A kill can leave all of them without a record. */
const batch = 10;

async function newSmtp(): Promise<SmtpServer> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return smtp;
}

async function expectOneEach(url: string, documents: DocumentStore): Promise<void> {
  const smtp = await newSmtp();
  const count = 200;
  await queueMails(documents, count);
  const workers = await Promise.all([startWorker(url, smtp), startWorker(url, smtp, "deno")]);
  for (let round = 0; round < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve, 150));
    const [killed] = workers.splice(0, 1);
    killed?.kill("SIGKILL");
    workers.push(await startWorker(url, smtp, round % 2 === 0 ? "node" : "deno"));
  }
  await everyMail(smtp, count);
  // Leases of the killed processes have ended, and what they had delivered without recording it is repeated.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const ids = smtp.received.map(({ headers }) => headers.get("message-id"));
  expect(new Set(ids).size).toBe(count);
  expect(ids.length - count).toBeLessThanOrEqual(2 * batch);
  expect((await listDeadMessages(documents, { limit: 1 })).items).toEqual([]);
  expect(await documents.list("outbox/due/", { limit: 1 })).toEqual([]);
}

it("delivers each mail once from two processes on SQLite, Node and Deno, and repeats only what a kill -9 interrupts", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  await expectOneEach(file.path, await file.documents());
}, 120_000);

it.runIf(canStartPostgres())(
  "delivers each mail once from two processes on PostgreSQL, and repeats only what a kill -9 interrupts",
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const url = await postgres.newLocation();
    await expectOneEach(url, await openTestDocuments(url));
  },
  120_000,
);

it("delivers each of 300 mails exactly once from two processes that are not killed", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const smtp = await newSmtp();
  // Each receiver is refused for now at the first attempt.
  const seen = new Set<string>();
  smtp.refuse = (address) =>
    seen.has(address) ? undefined : (seen.add(address), { code: 451, text: "greylisted" });
  await queueMails(await file.documents(), 300);
  await Promise.all([startWorker(file.path, smtp), startWorker(file.path, smtp)]);
  await everyMail(smtp, 300);
  expect(smtp.received).toHaveLength(300);
}, 120_000);

it("repeats on unstorage only what a kill -9 interrupts, from one process at a time", async () => {
  const folder = await newUnstorageFolder();
  onTestFinished(() => folder.remove());
  const smtp = await newSmtp();
  const count = 120;
  await queueMails(folder.documents(), count);
  // Another process takes the lease of the folder.
  await folder.close();
  const kills = 2;
  for (let round = 0; round < kills; round++) {
    const worker = await startWorker(`unstorage:${folder.path}`, smtp, round % 2 === 0 ? "node" : "deno");
    await arrival(smtp, smtp.received.length + 20);
    const killed = once(worker, "exit");
    worker.kill("SIGKILL");
    await killed;
  }
  const left = count - new Set(smtp.received.flatMap(({ to }) => to)).size;
  expect(left).toBeGreaterThan(0);
  const last = await startWorker(`unstorage:${folder.path}`, smtp);
  await everyMail(smtp, count);
  // The last process repeats the mails that a killed one had delivered without recording it.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  last.kill("SIGKILL");
  const ids = smtp.received.map(({ headers }) => headers.get("message-id"));
  expect(new Set(ids).size).toBe(count);
  expect(ids.length - count).toBeLessThanOrEqual(kills * batch);
  const documents = folder.documents();
  expect((await listDeadMessages(documents, { limit: 1 })).items).toEqual([]);
  expect(await documents.list("outbox/due/", { limit: 1 })).toEqual([]);
}, 120_000);
