import { createApiKey } from "@tools-api/core/accounts";
import { allowClient } from "@tools-api/core/internal";
import { createOAuthClient } from "@tools-api/core/oauth";
import type { WholeServer } from "../journeys/whole-server.ts";

/** An operation of the served document, as far as its example needs it. */
export interface ExampleOperation {
  operationId: string;
  method: string;
  path: string;
  samples: readonly { lang: string; source: string }[];
}

interface ServedOperation {
  operationId: string;
  "x-codeSamples": { lang: string; source: string }[];
}

/** The served document, as far as examples need it. */
export interface ServedDocument {
  paths: Record<string, Record<string, ServedOperation>>;
  components: { parameters: Record<string, { example?: string }> };
}

/** A state of the server in which the example of an operation succeeds. */
export interface Prepared {
  /** The credentials in the variables of the code samples. */
  environment: Record<string, string>;
  /** Returns a text with the ids of the example replaced by those of objects that exist. */
  fill(text: string): string;
}

/** Returns the operations of a document. */
export function operationsOf({ paths }: ServedDocument): ExampleOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, "x-codeSamples": samples }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      samples,
    })),
  );
}

/** Plan changes that an operation's example needs before it. */
const plansBefore: Readonly<Record<string, readonly string[]>> = {
  "get-invoice": ["pro"],
  "cancel-plan-change": ["pro", "free"],
};

/** Creates an owner for the example of an operation, with an object of each kind. */
export async function prepare(
  server: WholeServer,
  document: ServedDocument,
  operationId: string,
): Promise<Prepared> {
  const { documents } = server.stores;
  const now = Date.now();
  const { account, key, cookie } = await server.owner();
  const { apiKey } = await createApiKey(documents, account.id, { name: "Production" }, now);
  const { client, secret } = await createOAuthClient(
    documents,
    account.id,
    {
      name: "Reports",
      redirectUris: ["https://reports.example.com/callback"],
      grantTypes: ["authorization_code", "refresh_token", "client_credentials"],
      scopes: ["usage:read"],
    },
    now,
  );
  const authorization = { account: account.id, client: client.id, scopes: ["usage:read"] };
  const grant = await allowClient(server.stores, authorization, now);
  const sessions = await server.call("GET /account/sessions", { bearer: key });
  // The test of the document checks the shape.
  const { items } = (await sessions.json()) as { items: { id: string }[] };
  for (const plan of plansBefore[operationId] ?? [])
    await server.call("POST /account/plan", { bearer: key, body: { plan } });
  const { parameters } = document.components;
  const ids = [
    [parameters["KeyId"]?.example, apiKey.id],
    [parameters["ClientId"]?.example, client.id],
    [parameters["GrantId"]?.example, grant.id],
    [parameters["SessionId"]?.example, items[0]?.id],
  ];
  return {
    environment: {
      TOOLS_API_KEY: key,
      TOOLS_API_SESSION: cookie.replace("session=", ""),
      TOOLS_API_CLIENT_ID: client.id,
      TOOLS_API_CLIENT_SECRET: secret ?? "",
    },
    fill: (text) => ids.reduce((filled, [example, id]) => filled.replaceAll(example ?? "", id ?? ""), text),
  };
}
