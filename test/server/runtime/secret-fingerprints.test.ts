import { join } from "node:path";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { expect, it, onTestFinished } from "vitest";
import { runCommandHere } from "../command.ts";
import { getRequest } from "../contract.ts";
import { startServerHere, temporaryFolder } from "../server-process.ts";

const secret = (name: string) => `${name} is a secret of more than 32 characters`;
const [oldPepper, newPepper] = [secret("old pepper"), secret("new pepper")];

type Settings = Record<string, string>;

function newStore(): { path: string; settings: { DATABASE_URL: string } } {
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, "tools.db");
  return { path, settings: { DATABASE_URL: `sqlite:${path}` } };
}

/** Starts and stops a server, and returns its warnings and the first key. */
async function start(settings: Settings): Promise<{ warnings: string; key: string }> {
  const server = await startServerHere(settings);
  await server.stop();
  return { warnings: server.warnings.join("\n"), key: server.key };
}

/** Returns the faults of the secrets that the doctor finds, and its exit code. */
async function examine(settings: Settings, ...options: string[]) {
  const { stdout, code } = await runCommandHere(["doctor", "--json", ...options], settings);
  const found = JSON.parse(stdout) as { check: string; level: string; message: string }[];
  const faults = found.filter(({ check, level }) => check === "secrets" && level === "fault");
  return { faults: faults.map(({ message }) => message).join("\n"), code };
}

it("gives a store without fingerprints those of its secrets, without a warning and without the secrets", async () => {
  const { path, settings } = newStore();
  const secrets = { ...settings, KEY_PEPPER: oldPepper, SESSION_SECRET: secret("session") };
  expect(await examine(secrets)).toEqual({ faults: "", code: 0 });
  expect((await start(secrets)).warnings).toBe("");
  expect((await start(secrets)).warnings).toBe("");
  expect(await examine(secrets)).toEqual({ faults: "", code: 0 });
  const database = await openSqlite(path);
  const documents = sqliteDocuments({ database });
  const stored = JSON.stringify((await documents.get("settings/secret-fingerprints"))?.value);
  await documents.close();
  database.close();
  expect(stored.match(/\$scrypt\$/g)).toHaveLength(2);
  expect(stored).not.toContain("is a secret");
});

it.each([
  ["removed", {}],
  ["another", { KEY_PEPPER: newPepper }],
])("warns at the start, and faults in doctor, if KEY_PEPPER is %s", async (_, changed: Settings) => {
  const { settings } = newStore();
  await start({ ...settings, KEY_PEPPER: oldPepper });
  const expected = /KEY_PEPPER lacks a secret under which API keys are stored.* 401/;
  const found = await examine({ ...settings, ...changed });
  expect(found).toEqual({ faults: expect.stringMatching(expected), code: 1 });
  // A start with it does not make the change the rule.
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await start({ ...settings, ...changed })).warnings).toMatch(expected);
  const restored = { ...settings, KEY_PEPPER: [...Object.values(changed), oldPepper].join(",") };
  expect((await start(restored)).warnings).toBe("");
});

it("accepts the rotation of a pepper, newest first, and then misses either of them", async () => {
  const { settings } = newStore();
  const { key } = await start({ ...settings, KEY_PEPPER: oldPepper });
  const rotated = await startServerHere({ ...settings, KEY_PEPPER: `${newPepper},${oldPepper}` });
  expect(rotated.warnings).toEqual([]);
  expect((await fetch(`${rotated.url}/v1/user/profile`, getRequest(key))).status).toBe(200);
  await rotated.stop();
  for (const pepper of [newPepper, oldPepper])
    expect((await examine({ ...settings, KEY_PEPPER: pepper })).faults).toContain("KEY_PEPPER lacks");
});

it.each([
  ["another", secret("first"), secret("second")],
  ["removed", secret("first"), ""],
  ["set after the server created one", "", secret("second")],
])("warns at the start, and faults in doctor, if SESSION_SECRET is %s", async (_, before, after) => {
  const { settings } = newStore();
  await start({ ...settings, SESSION_SECRET: before });
  const changed = { ...settings, SESSION_SECRET: after };
  expect((await start(changed)).warnings).toMatch(
    /SESSION_SECRET is .+Webhooks are signed with other secrets/,
  );
  expect(await examine(changed)).toEqual({ faults: expect.stringContaining("SESSION_SECRET is "), code: 1 });
});

it("accepts a deliberate change with doctor --accept-secrets", async () => {
  const { settings } = newStore();
  await start({ ...settings, KEY_PEPPER: `${newPepper},${oldPepper}`, SESSION_SECRET: secret("first") });
  const changed = { ...settings, KEY_PEPPER: newPepper, SESSION_SECRET: secret("second") };
  expect((await examine(changed)).code).toBe(1);
  expect(await examine(changed, "--accept-secrets")).toEqual({ faults: "", code: 0 });
  expect((await start(changed)).warnings).toBe("");
});

it("keeps the peppers of all servers that start together", async () => {
  const { settings } = newStore();
  const peppers = ["a", "b", "c"].map((name) => secret(`pepper ${name}`));
  await Promise.all(peppers.map((pepper) => start({ ...settings, KEY_PEPPER: pepper })));
  expect(await examine({ ...settings, KEY_PEPPER: peppers.join(",") })).toEqual({ faults: "", code: 0 });
  for (const missing of peppers) {
    const others = peppers.filter((pepper) => pepper !== missing).join(",");
    expect((await examine({ ...settings, KEY_PEPPER: others })).faults).toContain("lacks a secret");
  }
});
