import { expect, it } from "vitest";
import { compileSnippets, frameworkGuide } from "../snippets.ts";

it("every snippet of the guide on Express and Fastify compiles", () => {
  const { count, faults } = compileSnippets([frameworkGuide], [".", "packaging"]);
  expect(faults).toBe("");
  expect(count).toBeGreaterThanOrEqual(2);
});
