import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";
import { createApiKey, getAccount, provisionAccount } from "@tools-api/core/accounts";
import { accounts, apiKeys } from "@tools-api/core/internal";
import { describe, expect, it, onTestFinished } from "vitest";
import { openOwnerPages } from "./dashboard/owner-pages.ts";
import { runCommand, toolsApiHere } from "../command.ts";
import { answerOf, expectRefusal, managementServer } from "../management-server.ts";
import { temporaryFolder } from "../server-process.ts";

/** Names that would control a terminal, or change the surrounding text. */
const hostile = [
  "\u001b]0;owned\u0007",
  "\u001b[2J",
  "bell\u0007",
  "two\nlines",
  "carriage\rreturn",
  "nul\u0000",
  "delete\u007f",
  "csi\u009b31m",
  "bidi\u202eevil",
  "isolate\u2066x\u2069",
  "mark\u200f",
  "arabic mark\u061c",
  "separator\u2028x",
  "lone \ud800",
];

const unprintable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

describe("a name with control characters, line breaks or marks of direction", () => {
  it("is rejected as the name of an account, a key and a client, and the error names the parameter", async () => {
    const server = managementServer();
    const owner = await server.owner();
    const invisible = "\u200b";
    for (const name of [...hostile, invisible]) {
      for (const call of [
        "POST /account/keys",
        `PATCH /account/keys/${owner.apiKey.id}`,
        "POST /account/clients",
      ]) {
        const response = await server.call(call, { as: owner, body: { name } });
        const { errors } = await expectRefusal(response, 422, "invalid_parameter");
        expect(errors?.[0]?.pointer, JSON.stringify(name)).toBe("#/name");
        expect(errors?.[0]?.detail).toContain("without control or bidirectional characters");
      }
      if (name === invisible) continue;
      const changed = await server.call("PATCH /account", { as: owner, body: { name } });
      await expectRefusal(changed, 422, "invalid_parameter");
      const signUp = await server.call("POST /sign-up", {
        headers: { Origin: "http://localhost:3000", "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          email: "new@example.com",
          // A form in UTF-8 contains no lone surrogates.
          name: name.isWellFormed() ? name : "\u0007",
          password: "a good one 1",
        }).toString(),
      });
      expect(signUp.status, JSON.stringify(name)).toBe(422);
    }
    for (const name of ["Zoë’s 测试 مفتاح", "\u{1f469}\u200d\u{1f4bb} build", "نام\u200cها"])
      await answerOf(await server.call("POST /account/keys", { as: owner, body: { name } }), 201);
  });

  it("is replaced in the name from an issuer's token, and the account is created", async () => {
    const stores = { documents: memoryDocuments(), usage: memoryUsage() };
    for (const [index, name] of hostile.entries()) {
      const subject = { issuer: "https://login.example", subject: String(index), name: `Ada ${name}` };
      const found = await provisionAccount(stores.documents, subject, Date.now());
      expect(found?.value.name, JSON.stringify(name)).toContain("\ufffd");
      expect(found?.value.name).not.toMatch(unprintable);
    }
  });

  it("from an older release is never shown on a page or in a list of the API", async () => {
    const server = managementServer();
    const owner = await openOwnerPages(server, {});
    const name = `old ${hostile.join(" ")}`;
    const { apiKey } = await createApiKey(server.documents, owner.account, {}, { at: Date.now() });
    const found = await getAccount(server.documents, owner.account);
    if (!found) throw new Error("The account is gone.");
    await server.documents.commit([
      apiKeys.put(apiKey, { ...apiKey, name: name.toWellFormed() }),
      accounts.replace(found, { ...found.value, name: name.toWellFormed() }),
    ]);
    for (const path of ["/keys", `/keys/${apiKey.id}`, "/", "/profile", "/password"]) {
      const html = await (await owner.get(path)).text();
      expect(html.replaceAll("\n", ""), path).not.toMatch(unprintable);
    }
    const keys = (await owner.ask("GET /account/keys")) as { items: { name: string }[] };
    expect(keys.items[0]?.name).not.toMatch(unprintable);
  });
});

describe("the output of commands from the store", () => {
  it("stays on its line and never controls the terminal, as a table and as JSON, whatever older releases stored", async () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const path = join(folder.path, "tools-api.db");
    const environment = { DATABASE_URL: `sqlite:${path}` };
    const email = "ada@example.com";
    const created = await runCommand(["keys", "create", "--email", email, "--json"], environment);
    const made = JSON.parse(created) as { account_id: string; key_id: string };
    await runCommand(["clients", "create", "--email", email, "--name", "App"], environment);
    const database = await openSqlite(path);
    const documents = sqliteDocuments({ database });
    const name = `old ${hostile.join(" ")}`.toWellFormed();
    for (const prefix of ["accounts/", "keys/", "clients/"])
      for (const { key, value } of await documents.list(prefix, { limit: 10 }))
        // Each of these documents is an object.
        await documents.commit([{ key, value: { ...(value as object), name } }]);
    await documents.close();
    database.close();
    for (const words of [
      ["keys", "list", "--email", email],
      ["clients", "list", "--email", email],
      ["accounts", "list"],
    ])
      for (const json of [[], ["--json"]]) {
        const stdout = await runCommand([...words, ...json], environment);
        const lines = stdout.trimEnd().split("\n");
        // The columns and one row.
        expect(json.length > 0 || lines.length === 2, stdout).toBe(true);
        for (const line of lines) expect(line, words.join(" ")).not.toMatch(unprintable);
      }
    const refused = await toolsApiHere(
      ["keys", "create", "--email", email, "--name", "x\u001b[2J"],
      environment,
    );
    expect(refused.code).toBe(2);
    expect(refused.stderr.replaceAll("\n", "")).not.toMatch(unprintable);
    expect(refused.stderr).toContain("name: expected a string of 1 to 100 characters");
    expect(made.key_id).toMatch(/^key_/);
  });

  it("is safe for file names, which other people can choose", async () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const names = ["a\u001b[2J.png", "b\u202e.png"].map((name) => join(folder.path, name));
    for (const name of names) writeFileSync(name, "no image");
    const { code, stdout, stderr } = await toolsApiHere([
      "convert",
      ...names,
      "--format",
      "webp",
      "--out-dir",
      folder.path,
    ]);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`.replaceAll("\n", "")).not.toMatch(unprintable);
    expect(stderr).toContain("a\\u001b[2J.png");
  });
});
