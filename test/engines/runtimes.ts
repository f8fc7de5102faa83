import type { Runtime } from "../server/server-process.ts";

/**
 * The runtimes of tests whose subject is the same on each: Node in `npm test`, Deno in `npm run packaging`. On Deno only
 * tests with its name run.
 */
export const testedRuntimes: readonly Runtime[] =
  process.env["TOOLS_API_TESTED_RUNTIME"] === "deno" ? ["deno"] : ["node"];
