import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProcessPool, processPool, type ProcessPoolOptions } from "@tools-api/adapters/process-pool";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { canListProcesses, childrenOf, expectGone, isRunning } from "../engines/process-tree.ts";
import { runPoolProgram } from "./pool-program.ts";

interface Job {
  job: string;
  [input: string]: unknown;
}

const module = new URL("./process-pool-worker.mjs", import.meta.url);
const pools: ProcessPool<Job, unknown>[] = [];

function open(options: Partial<ProcessPoolOptions> = {}): ProcessPool<Job, unknown> {
  const pool = processPool<Job, unknown>({
    module,
    size: 1,
    // Longer than a test may take. Busy machines need a minute for some jobs.
    deadlineMs: 600_000,
    // Children of a lower priority starve next to the other tests.
    priority: 0,
    stderr: "ignore",
    ...options,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** Creates a folder that is removed after the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tools-api-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the process that runs a pool's next job. */
async function workerOf(pool: ProcessPool<Job, unknown>): Promise<number> {
  return Number(await pool.run({ job: "sleep", milliseconds: 0 }));
}

describe("a process pool", { timeout: 600_000 }, () => {
  it("passes inputs and outputs unchanged, including megabytes of bytes", async () => {
    const pool = open();
    const value = { text: "Zoë 👩‍👩‍👧", list: [1, null, undefined], bytes: new Uint8Array(3) };
    expect(await pool.run({ job: "echo", value })).toEqual(value);
    const bytes = new Uint8Array(5_000_000).map((_, index) => index % 251);
    const echo = await pool.run({ job: "echo", value: bytes });
    expect(echo).toBeInstanceOf(Uint8Array);
    expect(Buffer.compare(bytes, echo as Uint8Array)).toBe(0);
  });

  it("reuses its processes, runs one job on each, and starts jobs in order", async () => {
    const pool = open({ size: 2 });
    const release = join(newFolder(), "release");
    const finished: number[] = [];
    const pids = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => {
        // The first job runs until the second process has finished all others.
        const pid = await pool.run(
          index === 0 ? { job: "wait", file: release } : { job: "sleep", milliseconds: 50 },
        );
        if (finished.push(index) === 5) writeFileSync(release, "");
        return pid;
      }),
    );
    expect(finished).toEqual([1, 2, 3, 4, 5, 0]);
    expect(new Set(pids).size).toBe(2);
    expect(pids.slice(1).every((pid) => pid === pids[1])).toBe(true);
  });

  it("starts a process only when it is needed", async () => {
    const pool = open({ size: 4 });
    const first = await workerOf(pool);
    for (let time = 0; time < 3; time++) expect(await workerOf(pool)).toBe(first);
  });

  it("kills a job at its own deadline, and replaces the process", async () => {
    const pool = open();
    const before = await workerOf(pool);
    await expect(pool.run({ job: "spin" }, { deadlineMs: 300 })).rejects.toMatchObject({
      name: "ToolsError",
      code: "processing_limit",
    });
    expect(isRunning(before)).toBe(false);
    expect(await workerOf(pool)).not.toBe(before);
  });

  it.skipIf(!canListProcesses)("counts the CPU time of a job, not the time in which it waits", async () => {
    const pool = open();
    expect(await pool.run({ job: "sleep", milliseconds: 600 }, { deadlineMs: 300 })).toBeTypeOf("number");
  });

  it("ends a job that takes too long in all as overloaded, and replaces the process", async () => {
    const pool = open({ waitMs: 2000 });
    const before = await workerOf(pool);
    await expect(pool.run({ job: "sleep", milliseconds: 600_000 })).rejects.toMatchObject({
      code: "overloaded",
      message: "The server did not finish the job within 2 s. Try again later.",
    });
    expect(isRunning(before)).toBe(false);
  });

  it("fails only the job that crashes its process, without a retry", async () => {
    const pool = open({ size: 2 });
    const other = pool.run({ job: "sleep", milliseconds: 500 });
    const died = pool.run({ job: "die", signal: "SIGSEGV" });
    const next = pool.run({ job: "echo", value: "next" });
    await expect(died).rejects.toMatchObject({ code: "processing_limit" });
    expect(await next).toBe("next");
    expect(await other).toBeTypeOf("number");
  });

  it.skipIf(!canListProcesses)("retries a job once if its process is killed from outside", async () => {
    const pool = open();
    const first = await workerOf(pool);
    const [begun, release] = ["begun", "release"].map((name) => join(newFolder(), name));
    const job = pool.run({ job: "wait", begun, file: release });
    await expect.poll(() => existsSync(begun ?? ""), { timeout: 60_000 }).toBe(true);
    process.kill(first, "SIGKILL");
    writeFileSync(release ?? "", "");
    const second = Number(await job);
    expect(second).not.toBe(first);
    expect(await workerOf(pool)).toBe(second);
  });

  it("returns overloaded for a job whose process is killed from outside twice, without a third attempt", async () => {
    const pool = open();
    const file = join(newFolder(), "attempts");
    const job = pool.run({ job: "die", signal: "SIGKILL", file });
    await expect(job).rejects.toMatchObject({ code: "overloaded" });
    expect(readFileSync(file, "utf8")).toBe("xx");
    expect(await pool.run({ job: "echo", value: "next" })).toBe("next");
  });

  it.skipIf(!canListProcesses)(
    "starts a process for another account while one account occupies all of them",
    async () => {
      const pool = open();
      const eve = { account: "eve", address: "192.0.2.66" };
      const gaveUp = new AbortController();
      const spins = [0, 1, 2].map(() => pool.run({ job: "spin" }, { caller: eve, signal: gaveUp.signal }));
      const outcomes = Promise.allSettled(spins);
      for (const caller of [
        { account: "neighbor", address: eve.address },
        { account: "ada", address: "192.0.2.1" },
      ])
        expect(await pool.run({ job: "echo", value: caller.account }, { caller })).toBe(caller.account);
      expect(childrenOf(process.pid)).toHaveLength(2);
      gaveUp.abort(new Error("left"));
      expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    },
  );

  it("fails a job that exceeds its JavaScript heap", async () => {
    const pool = open({ heapMb: 32 });
    await expect(pool.run({ job: "hoard" })).rejects.toMatchObject({ code: "processing_limit" });
    expect(await pool.run({ job: "echo", value: 1 })).toBe(1);
  });

  it.skipIf(!canListProcesses)(
    "fails a job whose process exceeds its memory limit, including native memory, and reports the limit",
    async () => {
      const pool = open({ memoryMb: 1000 });
      expect(await pool.run({ job: "hold", megabytes: 50, milliseconds: 200 })).toBeTypeOf("number");
      const job = pool.run({ job: "hold", megabytes: 250, milliseconds: 15_000 }, { memoryMb: 200 });
      await expect(job).rejects.toMatchObject({
        code: "processing_limit",
        message: "The input exceeded the memory limit of a job, 200 MB.",
      });
      expect(await pool.run({ job: "echo", value: 1 })).toBe(1);
    },
  );

  it("kills a job over its memory limit even while the parent's event loop is blocked", async () => {
    const pool = open({ memoryMb: 150 });
    const pid = await workerOf(pool);
    const [begun, release] = ["begun", "release"].map((name) => join(newFolder(), name));
    const job = pool.run({ job: "hold", begun, file: release, megabytes: 400, milliseconds: 60_000 });
    const outcome = job.catch((error: unknown) => error);
    await expect.poll(() => existsSync(begun ?? ""), { timeout: 60_000 }).toBe(true);
    writeFileSync(release ?? "", "");
    // Blocks the event loop without processor time.
    const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    for (let wait = 0; wait < 3_000 && isRunning(pid); wait++) Atomics.wait(pause, 0, 0, 20);
    expect(isRunning(pid)).toBe(false);
    expect(await outcome).toMatchObject({
      code: "processing_limit",
      message: expect.stringContaining("memory"),
    });
  });

  it.skipIf(!canListProcesses)(
    "replaces a process that holds too much memory or was killed, before the next job arrives",
    async () => {
      const pool = open({ recycleAboveMb: 150 });
      const small = await workerOf(pool);
      expect(await pool.run({ job: "hold", megabytes: 20, milliseconds: 0 })).toBe(small);
      expect(await workerOf(pool)).toBe(small);
      expect(await pool.run({ job: "hold", megabytes: 150, milliseconds: 0 })).toBe(small);
      await expectGone([small]);
      const [replaced = 0] = childrenOf(process.pid);
      expect(await workerOf(pool)).toBe(replaced);
      await expect(pool.run({ job: "spin" }, { deadlineMs: 100 })).rejects.toThrow("0.1 s");
      const [again = 0] = childrenOf(process.pid);
      expect(again).not.toBe(replaced);
      expect(await workerOf(pool)).toBe(again);
    },
  );

  it.skipIf(!canListProcesses)(
    "gives a job its full memory limit, whatever memory earlier jobs left in the process",
    async () => {
      const pool = open();
      const before = Number(await pool.run({ job: "hold", megabytes: 100, milliseconds: 0 }));
      const bound = { memoryMb: 250 };
      const after = await pool.run({ job: "hold", megabytes: 100, milliseconds: 100 }, bound);
      expect(after).not.toBe(before);
      const job = pool.run({ job: "hold", megabytes: 300, milliseconds: 100 }, bound);
      await expect(job).rejects.toMatchObject({ code: "processing_limit" });
    },
  );

  it("limits the concurrent jobs of a lane, and lets jobs of other lanes overtake them", async () => {
    const pool = open({ size: 2, lanes: { narrow: 1 } });
    const release = join(newFolder(), "release");
    const order: string[] = [];
    const run = async (name: string, job: Job, lane?: string) => {
      const pid = await pool.run(job, lane === undefined ? {} : { lane });
      order.push(name);
      return Number(pid);
    };
    const short: Job = { job: "sleep", milliseconds: 50 };
    const first = run("narrow 1", { job: "wait", file: release }, "narrow");
    const second = run("narrow 2", short, "narrow");
    const gaveUp = new AbortController();
    const third = pool.run({ job: "spin" }, { lane: "narrow", signal: gaveUp.signal });
    const others = [run("a", short), run("b", short, "another"), run("c", short)];
    gaveUp.abort(new Error("left"));
    await expect(third).rejects.toThrow("left");
    const pids = await Promise.all(others);
    expect(order).toEqual(["a", "b", "c"]);
    writeFileSync(release, "");
    await second;
    expect(order).toEqual(["a", "b", "c", "narrow 1", "narrow 2"]);
    expect(new Set(pids).size).toBe(1);
    expect(pids).not.toContain(await first);
  });

  it("replaces a process that died while idle", async () => {
    const pool = open();
    const before = await workerOf(pool);
    process.kill(before, "SIGKILL");
    await expectGone([before]);
    expect(await workerOf(pool)).not.toBe(before);
  });

  it("rejects a job whose signal is aborted, running or queued", async () => {
    const pool = open();
    const before = await workerOf(pool);
    const working = new AbortController();
    const waiting = new AbortController();
    const spins = pool.run({ job: "spin" }, { signal: working.signal });
    const waits = pool.run({ job: "echo", value: "never" }, { signal: waiting.signal });
    const next = pool.run({ job: "echo", value: "next" });
    waiting.abort(new Error("left"));
    await expect(waits).rejects.toThrow("left");
    working.abort(new Error("hung up"));
    await expect(spins).rejects.toThrow("hung up");
    expect(isRunning(before)).toBe(false);
    expect(await next).toBe("next");
    const late = pool.run({ job: "spin" }, { signal: AbortSignal.abort(new Error("too late")) });
    await expect(late).rejects.toThrow("too late");
  });

  it("transfers a ToolsError with all its fields, and other errors with their stack", async () => {
    const pool = open();
    await expect(pool.run({ job: "refuse" })).rejects.toMatchObject({
      name: "ToolsError",
      code: "overloaded",
      message: "text: expected less",
      errors: [{ pointer: "#/text", detail: "expected less" }],
      retryAfter: 7,
    });
    await expect(pool.run({ job: "fail" })).rejects.toMatchObject({
      message: "There is no such thing.",
      stack: expect.stringContaining("process-pool-worker.mjs"),
    });
    await expect(pool.run({ job: "function" })).rejects.toThrow("could not be cloned");
    await expect(pool.run({ job: "echo", value: () => {} })).rejects.toThrow("could not be cloned");
    expect(await pool.run({ job: "echo", value: "well" })).toBe("well");
  });

  it("passes none of the parent's environment to its processes, and runs them at a lower priority", async () => {
    process.env["TOOLS_API_SECRET"] = "hunter2";
    const pool = open({ environment: { MALLOC_ARENA_MAX: "2" }, priority: 6 });
    const surroundings = await pool.run({ job: "surroundings" });
    delete process.env["TOOLS_API_SECRET"];
    expect(surroundings).toMatchObject({
      environment: { MALLOC_ARENA_MAX: "2", PATH: process.env["PATH"] },
      flags: ["--max-old-space-size=512"],
      priority: 6,
    });
    expect(JSON.stringify(surroundings)).not.toContain("hunter2");
    expect(JSON.stringify(surroundings)).not.toContain("VITEST");
  });

  it("finishes its job even if the signal that stops the server reaches the process too", async () => {
    const pool = open();
    const pid = await workerOf(pool);
    const job = pool.run({ job: "sleep", milliseconds: 300 });
    process.kill(pid, "SIGTERM");
    process.kill(pid, "SIGINT");
    expect(await job).toBe(pid);
  });

  it("ends its processes and rejects all jobs when it is closed", async () => {
    const pool = open();
    const pid = await workerOf(pool);
    const jobs = [pool.run({ job: "spin" }), pool.run({ job: "echo", value: 1 })];
    const outcomes = Promise.allSettled(jobs);
    await pool.close();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "internal_error" } });
    expect(isRunning(pid)).toBe(false);
    await expect(pool.run({ job: "echo", value: 1 })).rejects.toMatchObject({ code: "internal_error" });
  });

  it("names the module that did not start, in an error without a code", async () => {
    const pool = open({ module: new URL("./no-such-worker.mjs", import.meta.url) });
    const job = pool.run({ job: "echo", value: 1 });
    await expect(job).rejects.toThrow("no-such-worker.mjs did not start");
    await expect(job).rejects.not.toHaveProperty("code");
  });

  it.each([
    { size: 0 },
    { deadlineMs: 0 },
    { deadlineMs: 2 ** 31 },
    { waitMs: 0 },
    { heapMb: 1.5 },
    { memoryMb: 1 },
    { recycleAboveMb: 0 },
    { lanes: { narrow: 0 } },
    { priority: -1 },
  ])("rejects the setting %j", (setting) => {
    expect(() => open(setting)).toThrow(expect.objectContaining({ code: "invalid_parameter" }));
  });

  it("rejects a job whose own limits are out of range", async () => {
    const pool = open();
    for (const bounds of [{ deadlineMs: 0 }, { memoryMb: 1.5 }])
      await expect(pool.run({ job: "echo" }, bounds)).rejects.toMatchObject({ code: "invalid_parameter" });
  });
});

it("leaves no child running when the process of a pool is killed, even one that spins", async () => {
  expect(await runPoolProgram(process.execPath, [], "spin")).toEqual({});
});
