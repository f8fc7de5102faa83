import process from "node:process";
import { isoInstant } from "@tools-api/core/internal/time";
import { listGrants as listStoredGrants, revokeGrant as revokeStoredGrant } from "@tools-api/core/oauth";
import { existingAccount } from "./existing-account.ts";
import { allItems, type Command, parseArguments, printRows, required, withStores } from "./command.ts";

/** Runs `tools-api grants list`. */
export const listGrants: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" }, json: { type: "boolean" } });
  const email = required(values.email, "email");
  await withStores(async ({ documents }) => {
    const { id: account } = await existingAccount(documents, email);
    const grants = await allItems((page) => listStoredGrants(documents, account, page));
    const rows = grants.map(({ id, client, app, scopes, createdAt }) => ({
      grant_id: id,
      client_id: client,
      app: app?.name ?? null,
      scopes: [...scopes],
      created_at: isoInstant(createdAt),
    }));
    printRows(rows, ["grant_id", "client_id", "app", "scopes", "created_at"], values.json ?? false);
  });
};

/** Runs `tools-api grants revoke`. */
export const revokeGrant: Command = async (words) => {
  const options = { email: { type: "string" } } as const;
  const { values, positionals } = parseArguments(words, options, { minimum: 1, maximum: 1 });
  const email = required(values.email, "email");
  const id = positionals[0] ?? "";
  await withStores(async (stores) => {
    const account = await existingAccount(stores.documents, email);
    await revokeStoredGrant(stores, account.id, id, Date.now());
  });
  process.stdout.write(`Revoked the grant ${id}. The server rejects its tokens.\n`);
};
