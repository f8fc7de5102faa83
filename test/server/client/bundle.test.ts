import { expect, it } from "vitest";
import { bundleClient } from "./bundle.ts";

it("the client is a script of less than 6 kB with no modules but its own", async () => {
  const { code, modules } = await bundleClient();
  expect(code.length).toBeLessThan(6000);
  expect(code).not.toMatch(/\b(?:node:|require\(|import\()/);
  const others = modules.filter((path) => !/server\/dist\/client\/[\w-]+\.js$|^<stdin>$/.test(path));
  expect(others).toEqual([]);
});
