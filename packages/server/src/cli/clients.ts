import process from "node:process";
import { ToolsError } from "@tools-api/core";
import { inSnakeCase, toWire } from "@tools-api/core/internal/schema";
import {
  clientTypes,
  createOAuthClient,
  findOAuthClient,
  grantTypes,
  listOAuthClients,
  revokeOAuthClient,
} from "@tools-api/core/oauth";
import { clientRecord, clientScopes } from "../account/apps/clients.ts";
import { ignoredScopes } from "../http/scope-catalog.ts";
import { ClientRecord } from "../account/call/records.ts";
import { readConfig } from "../runtime/config.ts";
import { configuredScopes } from "../runtime/configured-tools.ts";
import { existingAccount } from "./existing-account.ts";
import {
  allItems,
  type Command,
  parseNames,
  parseArguments,
  printRows,
  required,
  withStores,
} from "./command.ts";

const wordOptions = {
  email: { type: "string" },
  name: { type: "string" },
  type: { type: "string" },
  "redirect-uri": { type: "string", multiple: true },
  "grant-types": { type: "string" },
  scopes: { type: "string" },
  json: { type: "boolean" },
} as const;

/** Runs `tools-api clients create`. */
export const createClient: Command = async (words) => {
  const { values } = parseArguments(words, wordOptions);
  const scopes = await configuredScopes(readConfig(process.env));
  const email = required(values.email, "email");
  const [type] = parseNames(values.type ?? "confidential", clientTypes, "type");
  const named =
    values.scopes === undefined ? [] : parseNames(values.scopes, [...scopes.all, ...ignoredScopes], "scopes");
  const fields = {
    name: required(values.name, "name"),
    type,
    redirectUris: values["redirect-uri"] ?? [],
    ...(values["grant-types"] !== undefined && {
      grantTypes: parseNames(values["grant-types"], grantTypes, "grant-types"),
    }),
    scopes: clientScopes(scopes, named, [...scopes.calls]),
  };
  await withStores(async ({ documents, by }) => {
    const account = await existingAccount(documents, email);
    const { client, secret } = await createOAuthClient(documents, account.id, fields, {
      at: Date.now(),
      by,
    }).catch((error: unknown) => {
      throw inSnakeCase(error);
    });
    const shown = secret === null ? "" : ` Copy its secret now; it is not shown again:\n\n${secret}\n`;
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ account_id: account.id, client_id: client.id, client_secret: secret })}\n`
        : `Created the ${client.type} client ${client.id} for ${email}.${shown}\n`,
    );
  });
};

/** Runs `tools-api clients list`. */
export const listClients: Command = async (words) => {
  const { values } = parseArguments(words, { email: { type: "string" }, json: { type: "boolean" } });
  const email = required(values.email, "email");
  await withStores(async ({ documents }, config) => {
    const scopes = await configuredScopes(config);
    const { id } = await existingAccount(documents, email);
    const clients = await allItems((page) => listOAuthClients(documents, id, page));
    const rows = clients.map((client) => {
      const { id, ...record } = toWire(ClientRecord, clientRecord({ scopes }, client));
      return { client_id: id, ...record };
    });
    const columns = ["client_id", "name", "type", "redirect_uris", "scopes", "created_at", "revoked_at"];
    printRows(rows, columns, values.json ?? false);
  });
};

/** Runs `tools-api clients revoke`. */
export const revokeClient: Command = async (words) => {
  const { positionals } = parseArguments(words, {}, { minimum: 1, maximum: 1 });
  const id = positionals[0] ?? "";
  await withStores(async (stores) => {
    const found = await findOAuthClient(stores.documents, id);
    if (!found) throw new ToolsError("not_found", `There is no client ${id}.`);
    await revokeOAuthClient(stores, { account: found.value.account, id }, Date.now());
  });
  process.stdout.write(`Revoked the client ${id} and its grants.\n`);
};
