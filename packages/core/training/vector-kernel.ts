// Compiles vector-kernel.wat: pnpm --filter @tools-api/training vector-kernel
import { writeFileSync } from "node:fs";
import { compileText } from "./wabt.ts";

const binary = await compileText(new URL("vector-kernel.wat", import.meta.url));
const source = `export const model: string =\n  "${Buffer.from(binary).toString("base64")}";\n`;
writeFileSync(new URL("../src/text/models/vector-kernel.ts", import.meta.url), source);
