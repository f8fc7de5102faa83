import { AsyncLocalStorage } from "node:async_hooks";
import { isTimeZone } from "@tools-api/core/usage";
import type { MiddlewareHandler } from "hono";
import type { ApiContext, ApiEnv } from "../http/context.ts";
import type { Site } from "../http/site.ts";
import { readCookie } from "../http/cookie.ts";
import { type ServedBrand, servedBrand } from "../http/brand.ts";

/** The color schemes that a visitor can choose. `system` follows the browser. */
export const themes = ["system", "light", "dark"] as const;

/** A color scheme of the pages. */
type Theme = (typeof themes)[number];

/** The circumstances of a request for a page, which every component can read. */
export interface View {
  brand: ServedBrand;
  theme: Theme;
  /** The time zone of the browser; absent before its first page. */
  timeZone?: string | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** The names of the cookies with the preferences of a browser. */
export const themeCookie = "theme";
export const timeZoneCookie = "time_zone";

const views = new AsyncLocalStorage<View>();
const plain = servedBrand({});

/** Returns the view of the current request; a neutral one outside of requests for pages. */
export function currentView(): View {
  return views.getStore() ?? { brand: plain, theme: "system", now: Date.now() };
}

/** Returns what a function renders in a view. */
export function inView<Result>(view: View, render: () => Result): Result {
  return views.run(view, render);
}

type ViewServices = Pick<Site, "publicUrl" | "clock" | "brand">;

/** Returns the preferences in the cookies of a request. A browser can send any value. */
function readPreferences(
  c: ApiContext,
  services: Pick<ViewServices, "publicUrl">,
): Pick<View, "theme" | "timeZone"> {
  const chosen = readCookie(c, services, themeCookie);
  const zone = readCookie(c, services, timeZoneCookie);
  return {
    theme: themes.find((theme) => theme === chosen) ?? "system",
    ...(zone !== undefined && isTimeZone(zone) && { timeZone: zone }),
  };
}

/** Returns the view of a request. */
export function viewOf(c: ApiContext, services: ViewServices): View {
  return { ...readPreferences(c, services), brand: services.brand, now: services.clock.now() };
}

/** Runs the routes after it in the view of their request. */
export function withView(services: ViewServices): MiddlewareHandler<ApiEnv> {
  return (c, next) => inView(viewOf(c, services), next);
}
