import type { Authenticator, Clock, DocumentStore, Plans, UsageStore } from "@tools-api/core";
import type { Context } from "hono";
import type { ServedBrand } from "./brand.ts";
import type { FailedAttempts } from "./failed-attempts.ts";
import type { FileStorage } from "./file-storage.ts";
import type { RequestLog } from "./request-log.ts";
import type { ScopeCatalog } from "./scope-catalog.ts";

/** The services of the API, the pages, the management calls and the authorization server. */
export interface CommonServices {
  documents: DocumentStore;
  usage: UsageStore;
  authenticator: Authenticator;
  plans: Plans;
  clock: Clock;
  attempts: FailedAttempts;
  scopes: ScopeCatalog;
  /** The URL under which browsers reach the server, without a trailing slash. An https URL makes cookies secure. */
  publicUrl: string;
  /** The name and the look of the reference and the pages. */
  brand: ServedBrand;
  /** The stored files. Absent: the server stores none. */
  files: FileStorage | undefined;
  log: RequestLog;
  /** Returns the address of the client that sent a request. */
  clientAddress: (context: Context) => string;
}

/** The facts about a server that cookies, pages and the log use. */
export interface Site extends Pick<
  CommonServices,
  "publicUrl" | "brand" | "clock" | "log" | "clientAddress"
> {
  /** The path of the public URL, which prefixes every link. Empty, or with a leading and without a trailing slash. */
  basePath: string;
}
