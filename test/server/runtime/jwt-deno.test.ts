import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const deno = fileURLToPath(new URL("../../../node_modules/.bin/deno", import.meta.url));
const program = fileURLToPath(new URL("./jwt-deno-program.ts", import.meta.url));

it("verifies JWTs and introspects opaque tokens on Deno as on Node", async () => {
  const flags = ["run", "-A", "--quiet", "--conditions=@tools-api/source"];
  const { stdout } = await promisify(execFile)(deno, [...flags, program]);
  expect(JSON.parse(stdout)).toEqual({
    methods: ["jwt", "oauth2"],
    sameAccount: true,
    refusal: "invalid_credentials",
  });
});
