import { it } from "vitest";
import { denoPath } from "../../engines/deno-path.ts";
import { denoSourceFlags } from "./source-processes.ts";
import { expectBackgroundThread } from "./sqlite-background.ts";

it("the background thread of a SQLite file serves reports and bounds the log on Deno", () =>
  expectBackgroundThread(denoPath(), denoSourceFlags));
