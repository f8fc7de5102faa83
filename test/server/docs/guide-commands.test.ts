import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { runCommandHere } from "../command.ts";
import { temporaryFolder } from "../server-process.ts";

const guides = fileURLToPath(new URL("../../../packages/server/guides", import.meta.url));

/** Commands that need what the guide only tells of, and the `serve` of later tests. */
const excluded = /^tools-api (?:serve|accounts approve-plan|invoices mark-paid|mcp)\b/;

/** Returns the commands of all guides on the stores, in the words that bash passes. */
function guideCommands(): { guide: string; words: string[] }[] {
  return readdirSync(guides).flatMap((guide) => {
    const text = readFileSync(join(guides, guide), "utf8");
    const blocks = [...text.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, block = ""]) => block);
    const lines = blocks.join("").replaceAll(/\\\n/g, " ").split("\n");
    return lines
      .filter((line) => line.startsWith("tools-api ") && !excluded.test(line))
      .map((line) => {
        const script = `tools-api() { printf '%s\\0' "$@"; }; ${line}`;
        const printed = execFileSync("bash", ["-c", script], { encoding: "utf8" });
        return { guide, words: printed.split("\0").slice(0, -1) };
      });
  });
}

it("every command of the guides succeeds, in their order, on one store", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const store = { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` };
  await runCommandHere(["keys", "create", "--email", "owner@example.com", "--create"], store);
  const commands = guideCommands();
  expect(commands.length).toBeGreaterThan(15);
  const failed: string[] = [];
  let key = "";
  for (const { guide, words } of commands) {
    // The guide shows an identifier that its first command prints.
    const given = words.map((word) => (word === "key_…" ? key : word));
    const { code, stdout, stderr } = await runCommandHere(given, store);
    key = /\bkey_[0-9A-Za-z]{8,}/.exec(stdout)?.[0] ?? key;
    if (code !== 0) failed.push(`${guide}: tools-api ${words.join(" ")}\n${stderr}`);
  }
  expect(failed).toEqual([]);
});
