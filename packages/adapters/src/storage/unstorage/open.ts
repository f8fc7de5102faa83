import { mkdir } from "node:fs/promises";
import { ToolsError } from "@tools-api/core";
import type * as Unstorage from "unstorage";
import type { Driver, Storage } from "unstorage";
import { connect } from "./connection.ts";

/** A storage that {@link openUnstorage} has opened. */
export interface OpenedStorage {
  storage: Storage;
  /** Releases the lease and disposes of the driver, after the stores. */
  close(): Promise<void>;
}

type DriverOption = string | number | boolean;
type DriverFactory = (options: Record<string, DriverOption>) => Driver;

const form = "unstorage:DRIVER?OPTION=VALUE&…";

function invalid(detail: string, cause?: unknown): ToolsError {
  return new ToolsError("invalid_parameter", `unstorage: ${detail}`, { cause });
}

function optionOf(text: string): DriverOption {
  if (text === "true" || text === "false") return text === "true";
  // A text that a number would not preserve, such as 007, stays a text.
  return text !== "" && String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}

function optionsOf(query: string): Record<string, DriverOption> {
  const options: Record<string, DriverOption> = {};
  for (const [name, text] of new URLSearchParams(query)) {
    if (Object.hasOwn(options, name)) throw invalid(`expected each option once, received ${name} again`);
    options[name] = optionOf(text);
  }
  return options;
}

/** Imports a module that the host installs. */
async function load<Module>(subject: string, module: string): Promise<Module> {
  try {
    // The caller names the type of this module.
    return (await import(module)) as Module;
  } catch (cause) {
    throw new ToolsError(
      "storage_unavailable",
      `unstorage: ${subject} does not load; expected the package that it depends on to be installed (${String(cause)})`,
      { cause },
    );
  }
}

/** Prevents ioredis from logging errors to the console. Each call that fails reports its error to its caller. */
function quiet(driver: Driver): void {
  if (driver.name !== "redis") return;
  // The instance of this driver is a client of ioredis.
  const client = driver.getInstance?.() as { on(event: "error", listener: () => void): void } | undefined;
  client?.on("error", () => {});
}

/**
 * Creates the folder of a driver that stores files. Only its owner can read it, because the files hold digests of keys
 * and people's email addresses.
 */
async function createFolder({ name, options }: Driver): Promise<void> {
  if (name !== "fs" && name !== "fs-lite") return;
  // Both drivers refuse options without it.
  const { base } = options as { base: string };
  try {
    await mkdir(base, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ToolsError("storage_unavailable", `unstorage: ${base} could not be created`, { cause });
  }
}

/**
 * Opens the storage of a URL with a driver of unstorage, such as `unstorage:fs?base=./data`, and takes its lease. The
 * options are those of the driver, and `leaseMs`, which is ours. Numbers, `true` and `false` are converted to their
 * types.
 *
 * @throws ToolsError `invalid_parameter` for an unexpected URL, driver or option; `storage_unavailable` if the driver's
 *   package is missing, the driver fails, or another process has the storage. After a process has died, its lease
 *   expires within `leaseMs` (10 s).
 *
 * @example
 * ```ts
 * import { openUnstorage, unstorageDocuments } from "@tools-api/adapters/storage/unstorage";
 *
 * const { storage, close } = await openUnstorage("unstorage:memory");
 * const documents = unstorageDocuments({ storage });
 * await documents.commit([{ key: "notes/1", value: "Hello" }]);
 * await documents.close();
 * await close();
 * ```
 */
export async function openUnstorage(url: string): Promise<OpenedStorage> {
  const [, name, query = ""] = /^unstorage:([a-z0-9-]+)(?:\?(.*))?$/i.exec(url) ?? [];
  // The rest of a URL may contain a password.
  if (name === undefined) throw invalid(`expected a URL of the form ${form}, received another form`);
  const { builtinDrivers, createStorage } = await load<typeof Unstorage>("unstorage", "unstorage");
  const drivers = new Map<string, string>(Object.entries(builtinDrivers));
  const path = drivers.get(name);
  if (path === undefined) {
    const known = [...new Set(drivers.values())].map((driver) => driver.replace(/^.*\//, ""));
    throw invalid(`expected a driver of unstorage (${known.join(", ")}), received ${name}`);
  }
  const { leaseMs, ...options } = optionsOf(query);
  const { default: factory } = await load<{ default: DriverFactory }>(`the driver ${name}`, path);

  let driver: Driver;
  try {
    driver = factory(options);
    quiet(driver);
  } catch (cause) {
    throw invalid(`the driver ${name} refuses its options: ${String(cause)}`, cause);
  }
  await createFolder(driver);
  const storage = createStorage({ driver });
  try {
    const connection = connect(storage, leaseMs === undefined ? undefined : Number(leaseMs));
    const close = () => connection.close().finally(() => storage.dispose());
    // Takes the lease.
    await connection.run(async () => {}).catch((error: unknown) => close().then(() => Promise.reject(error)));
    return { storage, close };
  } catch (error) {
    await storage.dispose();
    throw error;
  }
}
