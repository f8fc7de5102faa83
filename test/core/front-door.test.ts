import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("exports at most 40 names at the root of core, each once, and none by a star export", () => {
  const source = readFileSync(new URL("../../packages/core/src/index.ts", import.meta.url), "utf8");
  const lists = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, list = ""]) => list);
  const names = lists.flatMap((list) => list.split(",").map((name) => name.trim())).filter(Boolean);
  expect(names).toContain("createMeter");
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeLessThanOrEqual(40);
  expect(source).not.toContain("export *");
});
