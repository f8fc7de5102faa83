import { expect, it } from "vitest";
import { denoPath } from "../engines/deno-path.ts";
import { canListProcesses } from "../engines/process-tree.ts";
import { runPoolProgram } from "./pool-program.ts";

it("a process pool has the same guarantees on Deno, and leaves no child running when its process is killed", async () => {
  expect(await runPoolProgram(denoPath(), ["run", "-A"])).toMatchObject({
    echo: [1, 2, 3],
    whole: true,
    ...(canListProcesses ? { recycled: true } : {}),
    late: { code: "processing_limit" },
    died: { code: "overloaded" },
    crashed: { code: "processing_limit" },
    large: { code: "processing_limit", message: expect.stringContaining("memory") },
    refused: { code: "overloaded" },
    priority: 6,
  });
});
