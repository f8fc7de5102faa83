import { expect, it } from "vitest";
import { bundleClient } from "./bundle.ts";

it("the client is a module of less than 6 kB that imports no other", async () => {
  const { code, modules } = await bundleClient("module");
  expect(code.length).toBeLessThan(6000);
  expect(code).not.toMatch(/\b(?:node:|require\(|import\()/);
  const others = modules.filter((path) => !/server\/dist\/client\/[\w-]+\.js$|^<stdin>$/.test(path));
  expect(others).toEqual([]);
});
