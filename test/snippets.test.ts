import { expect, it } from "vitest";
import { compileSnippets, documents, frameworkGuide } from "./snippets.ts";

// The snippets of the other guide are tested where its frameworks are installed, in `packaging`.
it("every TypeScript snippet of the READMEs and guides compiles", () => {
  const others = documents.filter((document) => document !== frameworkGuide);
  const { count, faults } = compileSnippets(others, ["."]);
  expect(faults).toBe("");
  expect(count).toBeGreaterThanOrEqual(11);
});
