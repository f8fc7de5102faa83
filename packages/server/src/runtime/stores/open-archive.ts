import { ToolsError } from "@tools-api/core";
import type { ArchiveOptions, RecordKind, StoreArchive } from "@tools-api/core/storage";
import { errorText } from "./error-text.ts";
import { redactor } from "./redact.ts";
import { schemeName, storeScheme } from "./schemes.ts";

/** The URLs of the stores of a server. They are the same if one engine has everything. */
export interface StoreUrls {
  databaseUrl: string;
  usageUrl: string;
  /** The settings or options that have them, for messages. Default: those of the server. */
  names?: readonly [database: string, usage: string];
}

/** The kinds that each store has. */
const databaseKinds: readonly RecordKind[] = ["document"];
const usageKinds: readonly RecordKind[] = ["usage", "last-use"];

async function openOne(name: string, url: string, options: ArchiveOptions): Promise<StoreArchive> {
  try {
    const connection = await storeScheme(url).connect(url);
    if (!connection.archive) {
      await connection.close();
      throw new ToolsError(
        "invalid_parameter",
        `expected a store in SQLite, PostgreSQL or Redis, received ${schemeName(url)}`,
      );
    }
    const archive = await connection.archive(options);
    return { ...archive, close: () => archive.close().finally(connection.close) };
  } catch (error) {
    const code = error instanceof ToolsError ? error.code : "storage_unavailable";
    throw new ToolsError(code, `${name}: ${redactor([url])(errorText(error))}`, { cause: error });
  }
}

/**
 * Opens the content of the stores of a server as one archive.
 *
 * @throws ToolsError `invalid_parameter` for an engine that has no archives, and `storage_unavailable`.
 */
export async function openArchive(
  { databaseUrl, usageUrl, names: [database, usageName] = ["DATABASE_URL", "USAGE_URL"] }: StoreUrls,
  options: Omit<ArchiveOptions, "kinds">,
): Promise<StoreArchive> {
  const kinds = [...databaseKinds, ...usageKinds];
  if (usageUrl === databaseUrl) return openOne(database, databaseUrl, { ...options, kinds });
  const documents = await openOne(database, databaseUrl, { ...options, kinds: databaseKinds });
  const usage = await openOne(usageName, usageUrl, { ...options, kinds: usageKinds }).catch(
    async (error: unknown) => {
      await documents.close();
      throw error;
    },
  );
  const keeperOf = (kind: RecordKind) => (kind === "document" ? documents : usage);
  return {
    kinds,
    count: (kind) => keeperOf(kind).count(kind),
    read: (kind) => keeperOf(kind).read(kind),
    write: (kind, changes) => keeperOf(kind).write(kind, changes),
    version: documents.version,
    raiseVersion: documents.raiseVersion,
    async close() {
      await documents.close();
      await usage.close();
    },
  };
}
