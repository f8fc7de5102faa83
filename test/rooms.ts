import { readFileSync } from "node:fs";
import { posix } from "node:path";

/**
 * A room of a package: a folder of `src` with its name, or the listed files at its top. It imports only rooms of lower
 * levels, types included.
 */
export type Room = readonly [level: number, name: string, content: string, files?: readonly string[]];

/** The rooms of each package, lowest first. */
export const rooms: Readonly<Record<string, readonly Room[]>> = {
  core: [
    [0, "the base", "errors, and the units of time", ["errors.ts", "time.ts"]],
    [1, "schema/", "turns an input into a checked value, and a value into its form on the wire"],
    [2, "store/", "the ports of storage, collections, commits, archives, identifiers, tokens"],
    [3, "work/", "the fair queue and the group commit"],
    [4, "text/", "the analyses of a text, with their models"],
    [4, "image/", "the conversion of images"],
    [5, "tools/", "the type `Tool`, `defineTool` and our two tools"],
    [6, "audit/", "who did what"],
    [7, "outbox/", "messages that are sent again until they are delivered"],
    [7, "request-log/", "the requests of an account"],
    [8, "files/", "files by handle, their limits, links and erasure"],
    [8, "webhooks/", "endpoints, deliveries and signatures"],
    [9, "identity/", "accounts, members, keys, sessions, passwords, and OAuth in `oauth/`"],
    [10, "billing/", "plans, invoices, payments and refunds; the rules are pure"],
    [11, "usage/", "the meter, its windows and policies, and reports"],
    [12, "profile/", "the profile and the export of an account"],
    [13, "entry points", "the public names, and those for our server only", ["index.ts", "internal.ts"]],
  ],
  adapters: [
    [0, "auth/", "API keys, JWT, introspection, password hashes"],
    [0, "image/", "the codec of ImageMagick, and PDF"],
    [0, "mail/", "SMTP"],
    [0, "payments/", "Stripe"],
    [0, "process-pool/", "child processes for long work"],
    [0, "storage/", "a folder per engine with its `README.md`, and what they share in `lib/`"],
    [0, "testing/", "the conformance suites of the ports"],
  ],
  server: [
    [0, "the version", "the version of the packages", ["version.ts"]],
    [1, "http/", "bodies, answers, limits and the context of a call; knows no account"],
    [2, "ui/", "the layout and the parts of every page; knows no page"],
    [2, "fetch/", "the guarded fetch"],
    [3, "session/", "the services, sessions, cookies, passkeys, the identity provider"],
    [4, "mail/", "the mails to owners, and what reports a change"],
    [5, "api/", "the metered call, the tools and the routes of `/v1`"],
    [5, "oauth/", "the authorization server"],
    [6, "account/", "the management API and the dashboard, a folder per feature"],
    [7, "operator/", "the calls and the pages of operators"],
    [8, "openapi/", "the description of the API"],
    [9, "docs/", "the pages under `/docs`"],
    [10, "mcp/", "the tools for agents"],
    [10, "client/", "the typed client for browsers, which imports only types of other rooms"],
    [10, "archive/", "copies of whole stores"],
    [11, "apps/", "`createApi`, `createAccountApp` and all that mounts routes"],
    [12, "runtime/", "settings, stores, worker processes, `node/` and `deno/`"],
    [13, "the Node entry", "`serveNode` and the listener of Node", ["node.ts"]],
    [14, "cli/", "the commands"],
    [15, "entry points", "those of the package, the command and Deno", ["index.ts", "main.ts", "deno.ts"]],
  ],
};

/** An import of a file. `target` is the path of a file from the root, or the name of a package. */
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

/** Returns the room of a file of a package; `path` is from `src`. */
export function findRoom(packageName: string, path: string): Room | undefined {
  return rooms[packageName]?.find(([, name, , files]) => files?.includes(path) ?? path.startsWith(name));
}
