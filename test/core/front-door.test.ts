import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("the root of core exports at most 40 names, each once, and no others by a star", () => {
  const source = readFileSync(new URL("../../packages/core/src/index.ts", import.meta.url), "utf8");
  const lists = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, list = ""]) => list);
  const names = lists.flatMap((list) => list.split(",").map((name) => name.trim())).filter(Boolean);
  expect(names).toContain("createMeter");
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeLessThanOrEqual(40);
  expect(source).not.toContain("export *");
});
