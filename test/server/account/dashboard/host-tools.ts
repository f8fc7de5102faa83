import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { firstAuthenticator } from "@tools-api/core";
import { createAccount, createApiKey, sessionSecret } from "@tools-api/core/accounts";
import { defineTool, type Tool } from "@tools-api/core/tools";
import { createAccountApp, createApi, sessionTokenAuthenticator } from "@tools-api/server";
import { Hono } from "hono";
import { z } from "zod";

/** A tool with a file, whose response is bytes that browsers do not show. */
export const fileReverser = defineTool({
  name: "file-reverser",
  scope: "file:reverse",
  consent: "Reverse files",
  summary: "Reverses the bytes of a file.",
  file: { field: "document", maxBytes: 1000, mediaTypes: ["text/csv", "application/pdf"] },
  binary: {
    field: "reversed",
    mediaTypes: ["application/zip", "text/plain", "image/svg+xml"],
    typesFor: ({ type }) => [type],
    fileName: (type) => `reversed.${type.replace(/.*\//, "")}`,
  },
  request: z.strictObject({
    type: z.enum(["application/zip", "text/plain", "image/svg+xml"]).default("application/zip"),
    note: z.string().max(20).optional(),
    labels: z.array(z.string()).optional(),
    times: z.literal([1, 3]).optional(),
  }),
  response: z.object({
    content_type: z.string(),
    name: z.string().nullable(),
    note: z.string(),
    labels: z.int(),
  }),
  examples: [{ request: { document: "Y2Jh" } }],
  playground: "missing",
  run: ({ document, type, note = "", labels = [] }) => ({
    reversed: document.bytes.toReversed(),
    content_type: type,
    name: document.name,
    note,
    labels: labels.length,
  }),
});

/** A tool with every kind of field, which returns its request. */
export const fieldEcho = defineTool({
  name: "field-echo",
  scope: "fields:echo",
  consent: "Echo fields",
  summary: "Returns its `request`.",
  request: z.strictObject({
    title: z.string().min(1).max(40).meta({ title: "Heading" }),
    body: z.string().describe("The text."),
    count: z.int().min(1).max(9),
    ratio: z.number().multipleOf(0.25).default(0.5),
    color: z.enum(["red", "green"]),
    level: z.union([z.literal(1), z.literal(2)]).optional(),
    sizes: z.array(z.enum(["small", "large"])).default(["small"]),
    tags: z.array(z.string()),
    is_bold: z.boolean(),
    is_wide: z.boolean().default(true),
    is_quiet: z.boolean().optional(),
    parent: z.string().max(40).nullable(),
    link: z.url().optional(),
    options: z.object({ depth: z.int() }).optional(),
  }),
  response: z.object({ received: z.string() }),
  examples: [
    {
      request: {
        title: "First",
        body: "",
        count: 2,
        color: "green",
        tags: ["a", "b"],
        is_bold: true,
        parent: null,
      },
    },
    {
      request: {
        title: "Second",
        body: "",
        count: 3,
        color: "red",
        tags: [],
        is_bold: false,
        parent: "first",
      },
    },
  ],
  run: (request) => ({ received: JSON.stringify(request) }),
});

/** An app with tools of its own. */
export interface Host {
  url: string;
  /** An API key. */
  key: string;
  close: () => Promise<void>;
}

/** Serves the API and the dashboard with these tools under `/tools` of a host's app. */
export async function startHost(tools: readonly Tool[]): Promise<Host> {
  const host = new Hono();
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const starting = serve({ fetch: host.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(starting));
  });
  // A server that listens on TCP has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  const publicUrl = `http://127.0.0.1:${port}/tools`;
  const documents = memoryDocuments();
  const shared = {
    documents,
    usage: memoryUsage(),
    authenticator: firstAuthenticator(
      apiKeyAuthenticator({ documents }),
      sessionTokenAuthenticator({ documents, secret: () => sessionSecret(documents), publicUrl }),
    ),
    publicUrl,
    tools,
  };
  const api = createApi({ ...shared, served: ["management"] });
  api.route("/", createAccountApp({ ...shared, passwords: scryptHasher({ logCost: 10 }) }));
  host.mount("/tools", api.fetch);
  const account = await createAccount(
    documents,
    { email: "host@example.com", plan: "free" },
    { at: Date.now() },
  );
  const { secret: key } = await createApiKey(documents, account.id, {}, { at: Date.now() });
  return {
    url: publicUrl,
    key,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
