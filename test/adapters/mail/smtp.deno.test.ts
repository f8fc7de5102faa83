import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { denoPath } from "../../engines/deno-path.ts";
import { denoSourceFlags } from "../storage/source-processes.ts";
import { describeSmtpMailer } from "./smtp-suite.ts";

const program = fileURLToPath(new URL("./smtp-program.ts", import.meta.url));

describeSmtpMailer("Deno", async (port, ...mail) => {
  const words = [...denoSourceFlags, program, String(port), ...mail.filter((word) => word !== undefined)];
  return (await promisify(execFile)(denoPath(), words)).stdout;
});
