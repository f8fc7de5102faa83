import type { Runtime } from "./server/server-process.ts";

/**
 * Whether tests take every combination (`npm run test:whole`): each engine, each runtime, each image of a corpus.
 * Otherwise they take those that show a fault of our code, for which `npm test` has the time.
 */
export const isWhole = process.env["TOOLS_API_WHOLE"] === "1";

/** The runtimes for tests whose subject is the same code on both. `runtimes.test.ts` always compares them. */
export const sharedCodeRuntimes: Runtime[] = isWhole ? ["node", "deno"] : ["node"];
