import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "../command.ts";
import { temporaryFolder } from "../server-process.ts";

const folder = temporaryFolder();
const settings = { DATABASE_URL: `sqlite:${join(folder.path, "tools-api.db")}` };
afterAll(() => folder.remove());

const run = (...words: string[]) => runCommand(words, settings);

it("registers, lists and revokes OAuth clients, and shows a secret once", async () => {
  await run("keys", "create", "--email", "ada@example.com");
  const create = (...words: string[]) => run("clients", "create", "--email", "ada@example.com", ...words);
  const uri = "https://app.example/callback";
  const made = await create("--name", "App", "--redirect-uri", uri, "--redirect-uri", `${uri}2`, "--json");
  // The command prints only this.
  const { client_id: id, client_secret: secret } = JSON.parse(made) as Record<string, string>;
  expect(secret).toMatch(/^tcs_[0-9A-Za-z]{43}$/);
  const wrong = create("--name", "App", "--type", "public", "--redirect-uri", "http://app.example/");
  await expect(wrong).rejects.toThrow("redirect_uris.0: expected https");
  await run("clients", "revoke", id ?? "");
  const listed = await run("clients", "list", "--email", "ada@example.com", "--json");
  expect(JSON.parse(listed)).toEqual([
    {
      client_id: id,
      name: "App",
      type: "confidential",
      redirect_uris: [uri, `${uri}2`],
      grant_types: ["authorization_code", "refresh_token"],
      scopes: ["text:analyze", "image:convert", "usage:read", "profile:read"],
      created_at: expect.any(String),
      revoked_at: expect.any(String),
    },
  ]);
  expect(listed).not.toContain(secret);
  await expect(run("clients", "revoke", "client_nothing")).rejects.toThrow("There is no");
});

it("creates a new signing key ahead of the schedule", async () => {
  const first = await run("signing-keys", "rotate");
  expect(first).toMatch(/^The key [\w-]{43} signs access tokens from \S+Z\.\n$/);
  expect(await run("signing-keys", "rotate", "--at-once")).toContain("All other keys are removed");
});
