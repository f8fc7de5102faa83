import type { Clock } from "@tools-api/core";
import type { Context } from "hono";
import type { ServedBrand } from "./brand.ts";
import type { RequestLog } from "./request-log.ts";

/** The facts about a server that cookies, pages and the log use. */
export interface Site {
  /** The URL under which browsers reach the server, without a trailing slash. An https URL makes cookies secure. */
  publicUrl: string;
  /** The path of the public URL, which prefixes every link. Empty, or with a leading and without a trailing slash. */
  basePath: string;
  brand: ServedBrand;
  clock: Clock;
  log: RequestLog;
  /** Returns the address of the client that sent a request. */
  clientAddress: (context: Context) => string;
}
