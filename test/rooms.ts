import { readFileSync } from "node:fs";
import { posix } from "node:path";

/** A room of a package: a folder of `src`, or files at its top. */
export interface Room {
  name: string;
  content: string;
  /** Files, or folders that end in `/`, from `src`. Without it, the folder with the name of the room. */
  files?: string[];
}

/** The rooms of each package, lowest first. A room imports only rooms of rows before its own, types included. */
export const rooms: Readonly<Record<string, Room[][]>> = {
  core: [
    [{ name: "the ground", content: "errors, and the units of time", files: ["errors.ts", "time.ts"] }],
    [
      {
        name: "schema/",
        content: "turns an input into a checked value, and a value into its form on the wire",
      },
    ],
    [
      {
        name: "store/",
        content: "the ports of storage, collections, commits, archives, identifiers and tokens",
      },
    ],
    [{ name: "work/", content: "the fair queue and the group commit" }],
    [
      { name: "text/", content: "the analyses of a text, with their models" },
      { name: "image/", content: "the conversion of images" },
    ],
    [{ name: "tools/", content: "the type `Tool`, `defineTool` and our two tools" }],
    [{ name: "audit/", content: "who did what" }],
    [
      { name: "outbox/", content: "messages that are sent until they arrive" },
      { name: "request-log/", content: "the requests of an account" },
    ],
    [{ name: "webhooks/", content: "endpoints, deliveries and signatures" }],
    [{ name: "identity/", content: "accounts, members, keys, sessions, passwords, and OAuth in `oauth/`" }],
    [{ name: "billing/", content: "plans, invoices, payments and refunds; the rules are pure" }],
    [{ name: "usage/", content: "the meter, its windows and policies, and reports" }],
    [{ name: "profile/", content: "what an account knows of itself" }],
    [
      {
        name: "the front door",
        content: "the public names, and those for our server only",
        files: ["index.ts", "internal.ts"],
      },
    ],
  ],
  adapters: [
    [
      { name: "auth/", content: "API keys, JWT, introspection, password hashes" },
      { name: "image/", content: "the codec of sharp" },
      { name: "mail/", content: "SMTP" },
      { name: "payments/", content: "Stripe" },
      { name: "process-pool/", content: "child processes for long work" },
      { name: "storage/", content: "a folder per engine, and what they share" },
      { name: "testing/", content: "the conformance suites of the ports" },
    ],
  ],
  server: [
    [{ name: "the version", content: "the version of the packages", files: ["version.ts"] }],
    [{ name: "http/", content: "bodies, answers, limits and the context of a call; knows no account" }],
    [
      { name: "ui/", content: "the layout and the parts of every page; knows no page" },
      { name: "fetch/", content: "the guarded fetch" },
    ],
    [{ name: "session/", content: "the services, sessions, cookies, passkeys and the identity provider" }],
    [{ name: "mail/", content: "the mails to owners, and what reports a change" }],
    [
      { name: "api/", content: "the metered call, the tools and the routes of `/v1`" },
      { name: "oauth/", content: "the authorization server" },
    ],
    [{ name: "account/", content: "the management API and the dashboard, by feature" }],
    [{ name: "operator/", content: "the same for the operator of a server" }],
    [{ name: "openapi/", content: "the description of the API" }],
    [{ name: "docs/", content: "the pages under `/docs`" }],
    [
      { name: "mcp/", content: "the tools for agents" },
      { name: "client/", content: "the typed client for browsers, which imports only types of other rooms" },
      { name: "archive/", content: "copies of whole stores" },
    ],
    [{ name: "apps/", content: "`createApi`, `createAccountApp` and others that mount routes" }],
    [{ name: "runtime/", content: "settings, stores, worker processes, `node/` and `deno/`" }],
    [{ name: "the Node entry", content: "`startServer` and the handlers of Node", files: ["node.ts"] }],
    [{ name: "cli/", content: "the commands" }],
    [{ name: "the top", content: "the other entry points", files: ["index.ts", "cli.ts", "deno.ts"] }],
  ],
};

/** What a file imports: the path of a file from the root, or the name of a package. */
export interface Import {
  target: string;
  /** It exists for types only. */
  isType: boolean;
}

const statements =
  /(?:^|[\n;])\s*(?:import|export)\s+(?:(type)\s)?(?:[^"';]*?\sfrom\s*)?["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']/g;
const comments = /^\s*(?:\*|\/\*|\/\/).*$/gm;

/** Returns all imports and re-exports of a file, as statements and as calls. */
export function importsOf(file: string, root: string): Import[] {
  const source = readFileSync(posix.join(root, file), "utf8").replaceAll(comments, "");
  return [...source.matchAll(statements)].map(([, type, name = "", called]) => {
    const written = called ?? name;
    const target = written.startsWith(".") ? posix.join(posix.dirname(file), written) : written;
    return { target, isType: type !== undefined };
  });
}

/** Returns the row of a file of a package and the name of its room; the longest path that fits counts. */
export function findRoom(packageName: string, path: string): { row: number; name: string } | undefined {
  const all = (rooms[packageName] ?? []).flatMap((row, index) =>
    row.flatMap(({ name, files = [name] }) => files.map((prefix) => ({ row: index, name, prefix }))),
  );
  return all
    .filter(({ prefix }) => path === prefix || (prefix.endsWith("/") && path.startsWith(prefix)))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
}
