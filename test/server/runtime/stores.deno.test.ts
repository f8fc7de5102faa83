import { afterAll, describe, expect, it } from "vitest";
import { expectContractHeaders, expectProblem, getRequest } from "../contract.ts";
import { availableEngines, engineHall, type EngineName } from "./engines.ts";
import { expectAgreement, readUsage } from "../load.ts";
import { startServer, startServerHere } from "../server-process.ts";

const hall = engineHall();
afterAll(() => hall.remove());

const engines = availableEngines();
const among = (names: EngineName[]) => engines.filter((name) => names.includes(name));

describe("the server on Deno", () => {
  it.each(among(["PostgreSQL", "PostgreSQL and Redis"]))(
    "shares the counters with a server on Node, recovers after its store was frozen, and stops with exit code 0: %s",
    async (name) => {
      const stores = await hall.newStores(name);
      const { settings } = stores;
      const [deno, node] = [await startServer(settings, "deno"), await startServerHere(settings)];
      const profile = (url: string) => fetch(`${url}/v1/user/profile`, getRequest(deno.key));
      for (const [index, { url }] of [deno, node, deno, node].entries())
        expect(expectContractHeaders(await profile(url)).remaining).toBe(999 - index);
      const reading = await readUsage(deno.url, deno.key);
      expectAgreement(reading);
      expect(reading.body.totals).toMatchObject({ calls: 5, succeeded: 4 });
      await stores.freeze();
      await expectProblem(await profile(deno.url), 503, "storage_unavailable");
      expect((await fetch(`${deno.url}/healthz`)).status).toBe(200);
      await stores.thaw();
      await expect.poll(async () => (await profile(deno.url)).status, { timeout: 60_000 }).toBe(200);
      expect(await deno.stop()).toBe(0);
      await node.stop();
    },
  );
});
