import { mkdir } from "node:fs/promises";
import { unstorageDocuments, unstorageUsage } from "@tools-api/adapters/storage/unstorage";
import { ToolsError } from "@tools-api/core";
import { builtinDrivers, createStorage, type Driver, type Storage } from "unstorage";
import type { StoreConnection } from "./connection.ts";

type DriverOption = string | number | boolean;
type DriverFactory = (options: Record<string, DriverOption>) => Driver;

function invalid(detail: string, cause?: unknown): ToolsError {
  return new ToolsError("invalid_parameter", `unstorage: ${detail}`, { cause });
}

/** Converts numbers and booleans. A text that a number would not preserve, such as 007, stays a text. */
function parseOption(text: string): DriverOption {
  if (text === "true" || text === "false") return text === "true";
  return text !== "" && String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
}

function parseOptions(query: string): Record<string, DriverOption> {
  const options: Record<string, DriverOption> = {};
  for (const [name, text] of new URLSearchParams(query)) {
    if (Object.hasOwn(options, name)) throw invalid(`expected each option once, received ${name} again`);
    options[name] = parseOption(text);
  }
  return options;
}

/** Imports a driver, whose package the host installs. */
async function loadDriver(name: string): Promise<DriverFactory> {
  const drivers = new Map<string, string>(Object.entries(builtinDrivers));
  const path = drivers.get(name);
  if (path === undefined) {
    const known = [...new Set(drivers.values())].map((driver) => driver.replace(/^.*\//, ""));
    throw invalid(`expected a driver of unstorage (${known.join(", ")}), received ${name}`);
  }
  try {
    // Every module of a driver exports its factory.
    return ((await import(path)) as { default: DriverFactory }).default;
  } catch (cause) {
    throw new ToolsError(
      "storage_unavailable",
      `unstorage: the driver ${name} does not load; expected the package that it depends on to be installed (${String(cause)})`,
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
 * Opens a driver of unstorage by its URL: `unstorage:DRIVER?OPTION=VALUE&…`, such as `unstorage:fs?base=./data`. The options
 * are those of the driver, and `leaseMs`, which is ours.
 */
export async function openDriver(url: string): Promise<{ storage: Storage; leaseMs: number }> {
  const [, name = "", query = ""] = /^unstorage:([a-z0-9-]+)(?:\?(.*))?$/i.exec(url) ?? [];
  const { leaseMs = 10_000, ...driverOptions } = parseOptions(query);
  const factory = await loadDriver(name);
  let driver: Driver;
  try {
    driver = factory(driverOptions);
    quiet(driver);
  } catch (cause) {
    throw invalid(`the driver ${name} refuses its options: ${String(cause)}`, cause);
  }
  await createFolder(driver);
  return { storage: createStorage({ driver }), leaseMs: Number(leaseMs) };
}

/** Opens stores with a driver of unstorage, and takes their lease. */
export async function connectUnstorage(url: string): Promise<StoreConnection> {
  const options = await openDriver(url);
  try {
    // It has the lease from the start until the other stores are closed.
    const holder = unstorageUsage(options);
    const close = () => holder.close().finally(() => options.storage.dispose());
    await holder.ping().catch((error: unknown) => close().then(() => Promise.reject(error)));
    return {
      documents: async () => unstorageDocuments(options),
      usage: async (quarterDays) => unstorageUsage({ ...options, quarterDays }),
      close,
    };
  } catch (error) {
    await options.storage.dispose();
    throw error;
  }
}
