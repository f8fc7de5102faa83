import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { DocumentStore } from "@tools-api/core";
import { enqueue, listDeadMessages } from "@tools-api/core/outbox";
import { expect, it, onTestFinished } from "vitest";
import { keepErrors } from "../../child-errors.ts";
import { denoPath } from "../../engines/deno-path.ts";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { type SmtpServer, startSmtp } from "../../engines/smtp.ts";
import { newSqliteFile } from "../../adapters/storage/sqlite-file.ts";
import type { Runtime } from "../server-process.ts";

const program = fileURLToPath(new URL("./outbox-program.mjs", import.meta.url));
// The processes of a test must agree on the time.
const started = String(Date.now());

async function startWorker(url: string, smtp: SmtpServer, runtime: Runtime = "node"): Promise<ChildProcess> {
  const [command, ...words] = runtime === "node" ? [process.execPath] : [denoPath(), "run", "-A", "--quiet"];
  const child = keepErrors(
    spawn(command, [...words, program, url, String(smtp.port), started], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
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
  await expect.poll(isDone, { timeout: 60_000, message: "every mail arrives" }).toBe(true);
}

/** The number of mails that a process delivers together. A kill can leave all of them without a record. */
const batch = 10;

async function newSmtp(): Promise<SmtpServer> {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return smtp;
}

it.each(testedRuntimes)(
  "delivers each mail once from two processes on SQLite, Node and %s, and repeats only what a kill -9 interrupts",
  async (second) => {
    const file = await newSqliteFile();
    onTestFinished(() => file.remove());
    const documents = await file.documents();
    const smtp = await newSmtp();
    const count = 200;
    await queueMails(documents, count);
    const workers = await Promise.all([startWorker(file.path, smtp), startWorker(file.path, smtp, second)]);
    for (const [round, runtime] of (["node", second] as const).entries()) {
      await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBeGreaterThan(30 * round);
      const [killed] = workers.splice(0, 1);
      killed?.kill("SIGKILL");
      workers.push(await startWorker(file.path, smtp, runtime));
    }
    await everyMail(smtp, count);
    // Leases of the killed processes end, and what they had delivered without recording it is repeated.
    await expect.poll(() => documents.list("outbox/due/", { limit: 1 }), { timeout: 60_000 }).toEqual([]);
    const ids = smtp.received.map(({ headers }) => headers.get("message-id"));
    expect(new Set(ids).size).toBe(count);
    expect(ids.length - count).toBeLessThanOrEqual(2 * batch);
    expect((await listDeadMessages(documents, { limit: 1 })).items).toEqual([]);
  },
  180_000,
);

it("delivers each of 100 mails exactly once from two processes that are not killed", async () => {
  const file = await newSqliteFile();
  onTestFinished(() => file.remove());
  const smtp = await newSmtp();
  // Each receiver is refused for now at the first attempt.
  const seen = new Set<string>();
  smtp.refuse = (address) =>
    seen.has(address) ? undefined : (seen.add(address), { code: 451, text: "greylisted" });
  await queueMails(await file.documents(), 100);
  await Promise.all([startWorker(file.path, smtp), startWorker(file.path, smtp)]);
  await everyMail(smtp, 100);
  expect(smtp.received).toHaveLength(100);
}, 180_000);
