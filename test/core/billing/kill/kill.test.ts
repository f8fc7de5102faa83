import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openPlace, storeEngines } from "../../../adapters/storage/engines.ts";
import { isWhole } from "../../../whole.ts";
import { operations } from "./operations.ts";
import { crashAt, killAt, uninterrupted } from "./rounds.ts";
import { moments } from "./stores.ts";

const names = Object.keys(operations);

describe("billing after the end of a process", () => {
  it.each(names)("has the documents of a run without interruption: %s, wherever it crashes", async (name) => {
    const expected = await uninterrupted(name);
    expect(expected.writes).toBeGreaterThan(0);
    for (let write = 1; write <= expected.writes; write++)
      for (const moment of ["before", "after"] as const) await crashAt({ name, write, moment }, expected);
  });

  // Some operations at some writes. `billing-kills` of test/bench takes all of them.
  const deaths = fc.record({
    name: fc.constantFrom(...names),
    write: fc.nat(99),
    moment: fc.constantFrom(...moments),
  });
  it.each(storeEngines.slice(2))("has them after kill -9 of a process on $engine as well", async (engine) => {
    const killed = fc.asyncProperty(deaths, async ({ name, write, moment }) => {
      const expected = await uninterrupted(name);
      const place = await openPlace(engine);
      await killAt(place, { name, write: 1 + (write % expected.writes), moment }, expected);
    });
    await expect(
      fc.assert(killed, { numRuns: isWhole ? 60 : 3, endOnFailure: true }),
    ).resolves.toBeUndefined();
  });
});
