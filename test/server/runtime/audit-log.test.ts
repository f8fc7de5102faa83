import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runCommand } from "../command.ts";
import { startServer, temporaryFolder } from "../server-process.ts";

/** Returns the lines of the audit log in the output of a server. */
function auditLines(output: string): Record<string, unknown>[] {
  return output
    .split("\n")
    .filter((line) => line.includes('"msg":"audit"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it("LOG_AUDIT=on writes a line for each entry, also of a command, at every level of the log", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const settings = {
    DATABASE_URL: `sqlite:${join(folder.path, "a.db")}`,
    LOG_AUDIT: "on",
    LOG_LEVEL: "error",
  };
  await runCommand(["keys", "create", "--email", "ada@example.com"], settings);
  const server = await startServer(settings);
  await expect
    .poll(() => auditLines(server.output()).map(({ action }) => action), { timeout: 60_000 })
    .toContain("key.created");
  expect(await server.stop()).toBe(0);
  const created = auditLines(server.output()).find(({ action }) => action === "key.created");
  expect(created).toMatchObject({
    level: "info",
    entry: expect.stringMatching(/^audit_/),
    account: expect.stringMatching(/^acct_/),
    actor: { kind: "cli" },
    target: expect.stringMatching(/^key_/),
  });
});
