import { it } from "vitest";
import { denoPath } from "../../engines/deno-path.ts";
import { denoSourceFlags } from "./source-processes.ts";
import { expectOneProcessAtATime } from "./unstorage-process.ts";

it("an unstorage folder rejects Deno while Node has it open, and serves Deno after Node closes it", () =>
  expectOneProcessAtATime(denoPath(), denoSourceFlags));
