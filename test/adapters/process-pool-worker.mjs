// The jobs for the tests of the process pool.
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { serveJobs } from "@tools-api/adapters/process-pool/worker";
import { ToolsError } from "@tools-api/core/errors";

// Outside the JavaScript heap, like the memory of native code.
const held = [];

/** Tells the test that the job has begun, and waits for the file with which the test releases it. */
async function released({ begun, file }) {
  if (begun) writeFileSync(begun, "");
  if (file) while (!existsSync(file)) await sleep(10);
}

const jobs = {
  async hold({ megabytes, milliseconds, ...files }) {
    await released(files);
    for (let megabyte = 0; megabyte < megabytes; megabyte += 10) {
      held.push(Buffer.alloc(10 * 2 ** 20, 1));
      await sleep(1);
    }
    return sleep(milliseconds, process.pid);
  },
  echo: ({ value }) => value,
  sleep: ({ milliseconds }) => sleep(milliseconds, process.pid),
  async wait(files) {
    await released(files);
    return process.pid;
  },
  spin() {
    for (;;);
  },
  die({ signal, file }) {
    if (file) appendFileSync(file, "x");
    process.kill(process.pid, signal);
  },
  hoard() {
    const kept = [];
    for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => `${kept.length} ${index}`));
  },
  surroundings: () => ({
    environment: { ...process.env },
    flags: process.execArgv,
    priority: getPriority(),
  }),
  refuse() {
    const errors = [{ pointer: "#/text", detail: "expected less" }];
    throw new ToolsError("overloaded", "text: expected less", { errors, retryAfter: 7 });
  },
  fail() {
    throw new TypeError("There is no such thing.");
  },
  function: () => () => {},
};

serveJobs(({ job, ...input }) => jobs[job](input));
