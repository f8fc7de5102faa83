import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it.each([
  { entry: "index", max: 40, example: "createMeter" },
  { entry: "internal", max: 60, example: "fairTurns" },
])("exports at most $max names in $entry of core, each once, and none by a star export", (row) => {
  const url = new URL(`../../packages/core/src/${row.entry}.ts`, import.meta.url);
  const source = readFileSync(url, "utf8");
  const lists = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, list = ""]) => list);
  const names = lists.flatMap((list) => list.split(",").map((name) => name.trim())).filter(Boolean);
  expect(names).toContain(row.example);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeLessThanOrEqual(row.max);
  expect(source).not.toContain("export *");
});
