import process from "node:process";
import { announceOwnStores, type Command, parseArguments } from "./command.ts";
import { readConfig } from "../runtime/config.ts";
import type { ServerCheck } from "../session/server-checks.ts";
import { examine } from "../runtime/doctor.ts";
import { printable } from "./printable.ts";

const marks: Readonly<Record<ServerCheck["level"], string>> = {
  ok: "ok",
  warning: "WARNING",
  fault: "FAULT",
};

/** Runs `tools-api doctor`. */
export const doctor: Command = async (words) => {
  const { values } = parseArguments(words, {
    json: { type: "boolean", default: false },
    "accept-secrets": { type: "boolean", default: false },
  });
  const config = readConfig(process.env);
  const announceNew = announceOwnStores(config);
  const findings = await examine(config, { acceptSecrets: values["accept-secrets"] });
  await announceNew();
  if (values.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  else
    for (const { check, level, message, advice } of findings) {
      process.stdout.write(`${marks[level].padEnd(8)} ${check.padEnd(11)} ${printable(message)}\n`);
      if (advice !== undefined) process.stdout.write(`${" ".repeat(21)}${printable(advice)}\n`);
    }
  const count = (level: ServerCheck["level"]) => findings.filter((finding) => finding.level === level).length;
  const counted = (level: ServerCheck["level"]) => `${count(level)} ${level}${count(level) === 1 ? "" : "s"}`;
  if (!values.json) process.stdout.write(`\n${counted("fault")}, ${counted("warning")}\n`);
  if (count("fault") > 0) process.exitCode = 1;
};
