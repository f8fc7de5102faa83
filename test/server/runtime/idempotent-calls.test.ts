import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { testedRuntimes } from "../../engines/runtimes.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";
import { type ServerProcess, startServer, temporaryFolder } from "../server-process.ts";
import { availableEngines, engineHall } from "./engines.ts";

const hall = engineHall();
afterAll(() => hall.remove());

// Without a package: the definition is checked when the server loads it.
const slowTool = `
const zod = await import(${JSON.stringify(import.meta.resolve("zod"))});
export default {
  name: "echo", scope: "text:echo", consent: "Echo texts", summary: "Returns a text.",
  request: zod.strictObject({ text: zod.string() }), response: zod.object({ text: zod.string() }),
  examples: [{ request: { text: "a" } }],
  async run({ text }) {
    if (text === "wait") await new Promise((resolve) => setTimeout(resolve, 60_000));
    return { text };
  },
};`;

async function toolsFolder(): Promise<string> {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  await writeFile(join(folder.path, "echo.mjs"), slowTool);
  return folder.path;
}

const echo = ({ url }: ServerProcess, secret: string, text: string, key: string) =>
  fetch(`${url}/v1/tools/echo`, jsonRequest(secret, { text }, { "Idempotency-Key": key }));

async function remainingOf({ url }: ServerProcess, secret: string): Promise<number> {
  return expectContractHeaders(await fetch(`${url}/v1/user/profile`, getRequest(secret))).remaining;
}

const isReplayed = ({ headers }: Response) => headers.get("Idempotency-Replayed") === "true";

describe.each(testedRuntimes)("calls with an Idempotency-Key on %s", (runtime) => {
  it.each(availableEngines())(
    "are counted once by two servers, also after both were killed: %s",
    async (name) => {
      const { settings } = await hall.newStores(name);
      const environment = { ...settings, TOOLS: await toolsFolder() };
      const start = async () => {
        const server = await startServer(environment, runtime);
        onTestFinished(async () => void (await server.stop("SIGKILL")));
        return server;
      };
      const [first, second] = [await start(), await start()];
      const secret = first.key;
      const together = await Promise.all(
        Array.from({ length: 12 }, (_, index) => echo(index % 2 ? first : second, secret, "tea", "k1")),
      );
      expect(together.filter((answer) => answer.status === 200 && !isReplayed(answer))).toHaveLength(1);
      for (const answer of together)
        if (answer.status !== 200) await expectProblem(answer, 409, "idempotency_in_progress");
      expect(await remainingOf(first, secret)).toBe(998);

      // The answer never arrives, and its call stays counted.
      const lost = echo(first, secret, "wait", "k2").catch((error: unknown) => error);
      await expect.poll(() => remainingOf(second, secret), { timeout: 60_000 }).toBeLessThan(997);
      const before = await remainingOf(second, secret);
      await Promise.all([first.stop("SIGKILL"), second.stop("SIGKILL")]);
      expect(await lost).toBeInstanceOf(Error);

      const third = await start();
      const repeat = await echo(third, secret, "tea", "k1");
      expect([repeat.status, isReplayed(repeat), await repeat.json()]).toEqual([200, true, { text: "tea" }]);
      await expectProblem(await echo(third, secret, "milk", "k1"), 422, "idempotency_mismatch");
      await expectProblem(await echo(third, secret, "wait", "k2"), 409, "idempotency_in_progress");
      // The mismatch and the profile.
      expect(await remainingOf(third, secret)).toBe(before - 2);
    },
  );
});
