import { ToolsError } from "@tools-api/core/errors";
import { withTimeout } from "@tools-api/core/internal/time";
import type { Stores } from "@tools-api/core/accounts";
import { unfinishedCopyKey } from "../../archive/copy.ts";
import { errorText } from "./error-text.ts";
import type { StoreConnection } from "./connection.ts";
import { redactor } from "./redact.ts";
import { storeScheme } from "./schemes.ts";

/** The settings of the stores. */
export interface StoreSettings {
  databaseUrl: string;
  /** The same if one store holds both. */
  usageUrl: string;
  /** The number of days for which usage is kept by quarter hours. */
  usageRetentionDays: number;
}

/** The stores of the configured URLs. */
export interface OpenStores extends Stores {
  /** Warnings about settings that the operator may not have intended, one sentence each. */
  warnings: string[];
  /** Closes the stores, then their clients. It waits at most 1.5 s for an engine that does not respond. */
  close(): Promise<void>;
}

const mayBeLost =
  "the store can lose acknowledged writes when it stops. Redis keeps them with appendonly yes and appendfsync always.";

function storeWarnings({ documents, usage }: Stores, databaseUrl: string, usageUrl: string): string[] {
  const mayLose = (store: Stores["documents" | "usage"], url: string) =>
    !store.capabilities.durable && url !== "memory:";
  return [
    ...(databaseUrl === "memory:" && usageUrl !== databaseUrl
      ? [
          "DATABASE_URL: accounts and keys are lost when this process ends, while USAGE_URL keeps their counts.",
        ]
      : []),
    ...(mayLose(documents, databaseUrl) ? [`DATABASE_URL: ${mayBeLost}`] : []),
    ...(mayLose(usage, usageUrl) && usageUrl !== databaseUrl ? [`USAGE_URL: ${mayBeLost}`] : []),
  ];
}

const closingMs = 1_500;

async function closeInTime(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const late = new Error("The engine did not close in time.");
  const closed = (async () => {
    for (const close of closers) await close();
  })();
  await withTimeout(closingMs, closed, () => late).catch((error: unknown) => {
    if (error !== late) throw error;
  });
}

/** Creates an error for the operator. It names the setting and quotes the engine. */
function openingError(variable: string, url: string, error: unknown): ToolsError {
  const code = error instanceof ToolsError ? error.code : "storage_unavailable";
  return new ToolsError(code, `${variable}: ${redactor([url])(errorText(error))}`, { cause: error });
}

/**
 * Opens the stores of the settings. They share one client if both have the same URL. If a store does not respond, this
 * fails within seconds: the process manager restarts the server.
 *
 * @throws ToolsError `storage_unavailable` with the name of the setting and the engine's message.
 */
export async function openStores({
  databaseUrl,
  usageUrl,
  usageRetentionDays,
}: StoreSettings): Promise<OpenStores> {
  // The last one that was opened is closed first.
  const closers: (() => Promise<void>)[] = [];
  const close = () => closeInTime(closers.splice(0));
  const connections = new Map<string, StoreConnection>();

  async function connect(url: string): Promise<StoreConnection> {
    const connection = connections.get(url) ?? (await storeScheme(url).connect(url));
    if (!connections.has(url)) closers.unshift(connection.close);
    connections.set(url, connection);
    return connection;
  }

  async function open<Store extends Stores["documents" | "usage"]>(
    variable: string,
    url: string,
    openStore: (connection: StoreConnection) => Promise<Store>,
    use: (store: Store) => Promise<unknown>,
  ): Promise<Store> {
    try {
      const store = await openStore(await connect(url));
      closers.unshift(() => store.close());
      // A store connects at its first use, so this use reports an unusable store now. It only reads, so that commands
      // that only read work on a full disk.
      await use(store);
      return store;
    } catch (error) {
      await close();
      throw openingError(variable, url, error);
    }
  }

  const documents = await open(
    "DATABASE_URL",
    databaseUrl,
    (connection) => {
      if (!connection.documents) throw new Error("expected a store for accounts and keys");
      return connection.documents();
    },
    async (store) => {
      if (await store.get(unfinishedCopyKey))
        throw new Error(
          "the store has an unfinished copy. Run tools-api migrate or restore again until it is complete",
        );
    },
  );
  const usageVariable = usageUrl === databaseUrl ? "DATABASE_URL" : "USAGE_URL";
  const usage = await open(
    usageVariable,
    usageUrl,
    (connection) => connection.usage(usageRetentionDays),
    (store) => store.read({ account: "-", boundaries: [], windows: [] }),
  );
  return { documents, usage, warnings: storeWarnings({ documents, usage }, databaseUrl, usageUrl), close };
}
