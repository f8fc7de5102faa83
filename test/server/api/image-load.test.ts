import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canListProcesses, childrenOf, expectGone } from "../../engines/process-tree.ts";
import { imagesIn, sampleOf } from "../../image-corpus.ts";
import { sharedData } from "../../shared-data.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { sharedCodeRuntimes } from "../../whole.ts";

const folders = (["invalid", "bombs"] as const).map((name) => sharedData("images", name));
const [invalid, bombs] = folders;
const present = invalid && bombs && canListProcesses;
// All bombs, and a file of each type and source of the invalid ones.
const files = [
  ...(invalid ? sampleOf(invalid, "type and source").map((name) => join(invalid, name)) : []),
  ...(bombs ? imagesIn(bombs).map((name) => join(bombs, name)) : []),
];

/** The limits hold for any content. Some content needs less. */
const byCodec = new Set([".heic", ".bmp", ".ico", ".jp2", ".j2k", ".psd", ".qoi", ".tga", ".hdr", ".pdf"]);
const groups = [
  // Two at a time, each with a valid image. No process is idle, and only valid images wait for others.
  { decoder: "sharp", clients: 2, memoryMb: 512, files: files.filter((file) => !byCodec.has(extname(file))) },
  {
    decoder: "a codec",
    clients: 1,
    memoryMb: 1024,
    files: files.filter((file) => byCodec.has(extname(file))),
  },
];
// A process is sampled every few milliseconds, not at every allocation.
const memoryTolerance = 1.1;
const deadlineMs = 8000;
// A call also waits for its turn and for the end of the killed process, on a machine that other tests load.
const allowanceMs = 4000;
const refusals = new Set(["invalid_image", "image_too_large", "processing_limit"]);
const hostPaths = /\/tmp|\/work|\/usr|node_modules|VipsImage|vips_/i;

/** Returns the peak memory of a process in megabytes, or 0 if it has exited. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

describe.skipIf(!present).each(sharedCodeRuntimes)(
  "images/invalid and images/bombs on %s (needs TOOLS_API_DATA)",
  (runtime) => {
    let server: ServerProcess;
    let valid: Uint8Array<ArrayBuffer>;

    beforeAll(async () => {
      const settings = { DATABASE_URL: "memory:", IMAGE_WORKERS: "3", PLAN_FREE_DAILY_LIMIT: "100000" };
      server = await startServer({ ...settings, LOG_LEVEL: "silent" }, runtime);
      const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: "teal" } });
      valid = Uint8Array.from(await picture.jpeg().toBuffer());
      // Deadlines apply to the work, not to the start of the processes.
      await Promise.all(Array.from({ length: 3 }, () => convert(valid)));
    });
    afterAll(async () => {
      const children = childrenOf(server.process.pid);
      await server.stop();
      await expectGone(children);
    });

    const convert = (body: Uint8Array<ArrayBuffer>) =>
      fetch(`${server.url}/v1/tools/image-converter?format=webp`, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.key}`, "Content-Type": "application/octet-stream" },
        body,
      });

    /** Returns why the response for a file is not allowed, or `null`. */
    async function faultOf(file: string): Promise<string | null> {
      const started = performance.now();
      const response = await convert(Uint8Array.from(readFileSync(file)));
      const text = await response.text();
      const milliseconds = performance.now() - started;
      if (milliseconds > deadlineMs + allowanceMs) return `${file}: took ${milliseconds} ms`;
      if (response.status === 200) return null;
      const { code, message }: { code: string; message: string } = JSON.parse(text);
      if (response.status !== 422 || !refusals.has(code)) return `${file}: ${response.status} ${message}`;
      return hostPaths.test(message) ? `${file}: ${message}` : null;
    }

    it.each(groups)(
      "are processed within deadline and memory by $decoder, and valid images are converted at the same time",
      { timeout: 180_000 },
      async ({ files, clients, memoryMb }) => {
        const done = new AbortController();
        const peaks = new Map<number, number>();
        const watch = async () => {
          for (; !done.signal.aborted; await sleep(20))
            for (const pid of childrenOf(server.process.pid))
              peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peakOf(pid)));
        };
        const others: number[] = [];
        const convertValid = async () => {
          const response = await convert(valid);
          await response.arrayBuffer();
          others.push(response.status);
        };
        const queue = [...files];
        const faults: string[] = [];
        const client = async () => {
          for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
            let [fault] = await Promise.all([faultOf(file), convertValid()]);
            // A busy machine can make a call wait for longer, but not each time.
            for (let tries = 1; tries < 3 && fault?.includes(": took "); tries++) fault = await faultOf(file);
            if (fault !== null) faults.push(fault);
          }
        };
        const watching = watch();
        await Promise.all(Array.from({ length: clients }, client));
        done.abort();
        await watching;
        expect(faults).toEqual([]);
        expect(others).toEqual(files.map(() => 200));
        expect(peaks.size).toBeGreaterThan(0);
        expect(Math.max(...peaks.values())).toBeLessThan(memoryMb * memoryTolerance);
      },
    );
  },
);
