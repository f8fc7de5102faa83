import { type Caller, fairTurns, type Turn } from "@tools-api/core/internal";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Waits until all promises that can settle have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Creates a line whose jobs take as long as the test decides. */
function open(size: number, options: { spare?: number; lanes?: Record<string, number> } = {}) {
  let time = 0;
  const numbers = (length: number) => Array.from({ length }, (_, index) => index);
  const slots = numbers(size);
  const spare = numbers(options.spare ?? 0).map((index) => size + index);
  const line = fairTurns({ slots, spare, lanes: options.lanes ?? {}, now: () => time });
  const working = new Map<string, Turn<number>>();
  const begun: string[] = [];
  return {
    working,
    begun,
    pass: (milliseconds: number) => (time += milliseconds),
    add(name: string, caller?: Caller, lane?: string, signal?: AbortSignal) {
      const taken = line.take({ caller, lane, signal }).then((turn) => {
        working.set(name, turn);
        begun.push(name);
      });
      taken.catch(() => {});
      return taken;
    },
    async end(name: string) {
      working.get(name)?.end();
      working.delete(name);
      await settled();
    },
  };
}

const ada = { account: "ada", address: "192.0.2.1" };
const eve = { account: "eve", address: "192.0.2.66" };

/**
 * Ends the running jobs one after the other, each after 100 ms, and returns how many ended before `name`
 * began.
 */
async function turnsUntil(line: ReturnType<typeof open>, name: string): Promise<number> {
  for (let ended = 0; ended < 1000; ended++) {
    if (line.begun.includes(name)) return ended;
    const [first = ""] = line.working.keys();
    line.pass(100);
    await line.end(first);
  }
  throw new Error(`${name} had no turn.`);
}

describe("fair turns", () => {
  it.each([
    ["one account", () => eve],
    ["one account from a hundred addresses", (index: number) => ({ ...eve, address: `198.51.100.${index}` })],
    ["a hundred accounts of one address", (index: number) => ({ ...eve, account: `eve${index}` })],
    ["one account at the same address", () => ({ ...eve, address: ada.address })],
  ])("gives another account its turn next, however many jobs of %s wait", async (_, flooder) => {
    const line = open(1);
    for (let index = 0; index < 100; index++) void line.add(`flood ${index}`, flooder(index));
    for (let served = 0; served < 10; served++) {
      line.pass(100);
      await line.end(`flood ${served}`);
    }
    void line.add("ada", ada);
    expect(await turnsUntil(line, "ada")).toBeLessThanOrEqual(2);
  });

  it("divides the running time equally between accounts, not the number of jobs", async () => {
    const line = open(1);
    for (let index = 0; index < 100; index++) void line.add(`long ${index}`, eve);
    for (let index = 0; index < 100; index++) void line.add(`short ${index}`, ada);
    const worked = { long: 0, short: 0 };
    for (let ended = 0; ended < 100; ended++) {
      const [name = ""] = line.working.keys();
      const kind = name.startsWith("long") ? "long" : "short";
      worked[kind] += kind === "long" ? 900 : 100;
      line.pass(kind === "long" ? 900 : 100);
      await line.end(name);
    }
    expect(worked.long / worked.short).toBeGreaterThan(0.7);
    expect(worked.long / worked.short).toBeLessThan(1.5);
  });

  it("lets one account use all slots while it is the only one, and keeps spare ones for an account and an address without work", async () => {
    const line = open(2, { spare: 2 });
    for (let index = 0; index < 4; index++) void line.add(`eve ${index}`, eve);
    await settled();
    expect(line.begun).toEqual(["eve 0", "eve 1"]);
    void line.add("neighbor", { account: "neighbor", address: eve.address });
    void line.add("neighbor 2", { account: "neighbor 2", address: eve.address });
    await settled();
    expect(line.begun).toEqual(["eve 0", "eve 1", "neighbor"]);
    void line.add("ada", ada);
    await settled();
    expect(line.begun).toEqual(["eve 0", "eve 1", "neighbor", "ada"]);
  });

  it("keeps a spare slot in a lane as well", async () => {
    const line = open(2, { spare: 2, lanes: { narrow: 1 } });
    for (let index = 0; index < 2; index++) void line.add(`eve ${index}`, eve, "narrow");
    void line.add("ada", ada, "narrow");
    await settled();
    expect(line.begun).toEqual(["eve 0", "ada"]);
  });

  it("never exceeds its slots, serves every job that is not aborted, and has all slots free in the end", async () => {
    const arrival = fc.record({
      account: fc.constantFrom("a", "b", "c", "d"),
      address: fc.constantFrom("", "x", "y"),
      lane: fc.constantFrom(undefined, "narrow"),
      anonymous: fc.boolean(),
      givenUp: fc.boolean(),
      time: fc.nat(50),
      ends: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        async (arrivals, size) => {
          const line = open(size, { spare: 2, lanes: { narrow: 1 } });
          const taken: Promise<void>[] = [];
          for (const [
            index,
            { account, address, lane, anonymous, givenUp, time, ends },
          ] of arrivals.entries()) {
            const caller = anonymous ? undefined : { account, address };
            const controller = new AbortController();
            taken.push(line.add(`${index} ${anonymous ? "" : account}`, caller, lane, controller.signal));
            if (givenUp) controller.abort(new Error("left"));
            await settled();
            expect(line.working.size).toBeLessThanOrEqual(size + 2);
            const accounts = [...line.working.keys()].map((name) => name.split(" ")[1]);
            for (const name of accounts)
              expect(accounts.filter((other) => other === name).length).toBeLessThanOrEqual(size);
            line.pass(time);
            for (const name of [...line.working.keys()].slice(0, ends)) await line.end(name);
          }
          while (line.working.size > 0) {
            line.pass(10);
            for (const name of line.working.keys()) await line.end(name);
          }
          const outcomes = await Promise.allSettled(taken);
          const left = outcomes.filter(({ status }) => status === "rejected").length;
          expect(left).toBeLessThanOrEqual(arrivals.filter(({ givenUp }) => givenUp).length);
          expect(line.begun).toHaveLength(arrivals.length - left);
          expect(new Set(line.begun).size).toBe(line.begun.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});
