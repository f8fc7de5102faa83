import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { canStartRedis, startRedis } from "../../engines/redis.ts";

const deno = fileURLToPath(new URL("../../../node_modules/.bin/deno", import.meta.url));
const program = fileURLToPath(new URL("./redis-deno-program.ts", import.meta.url));

it.skipIf(!canStartRedis())("counts, packs and reads on Deno, and lets the program exit", async () => {
  const server = await startRedis();
  onTestFinished(() => server.remove());
  const flags = ["run", "-A", "--quiet", "--conditions=@tools-api/source"];
  const { stdout } = await promisify(execFile)(deno, [...flags, program, String(server.port), "deno:"]);
  expect(JSON.parse(stdout)).toEqual({
    admissions: [
      { outcome: "admitted", used: [1] },
      { outcome: "admitted", used: [2] },
      { outcome: "refused", used: [2], exceeded: ["day"] },
    ],
    used: [2],
    buckets: [expect.objectContaining({ endpoint: "ä", calls: 2, rejected: 1 })],
    capabilities: { exactAcross: "everywhere", durable: true },
  });
});
