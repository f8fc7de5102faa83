import { isTimeZone } from "@tools-api/core/usage";
import { describeValue, invalidParameters } from "@tools-api/core/internal/schema";
import type { AccountServices } from "../../session/services.ts";
import { writeCookie } from "../../http/cookie.ts";
import { ownPath } from "../../ui/next-page.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import type { PageHandler } from "../call/page-route.ts";
import { themeCookie, themes, timeZoneCookie } from "../../ui/view.ts";

// Browsers keep a cookie for at most 400 days (RFC 6265bis §4.1.2.2).
const maxAge = 400 * 86_400;

/** Returns the page with the form. Without a Referer, returns the start page. */
function formPage(referer: string | undefined, services: AccountServices): string {
  const url = referer !== undefined && URL.canParse(referer) ? new URL(referer) : undefined;
  return ownPath(url && url.pathname + url.search, services);
}

/**
 * `POST /preferences`: keeps the color scheme and the time zone of the browser in cookies. The form of the color scheme
 * leads back to its page. The script of a page sends the time zone, and gets 204.
 */
export const submitPreferences: PageHandler = async (c, services) => {
  const { theme, time_zone: timeZone } = await readPageForm(c);
  if (theme !== undefined && !themes.some((name) => name === theme))
    throw invalidParameters([
      { name: "theme", detail: `expected one of ${themes.join(", ")}, received ${describeValue(theme)}` },
    ]);
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw invalidParameters([
      { name: "time_zone", detail: `expected an IANA time zone, received ${describeValue(timeZone)}` },
    ]);
  if (theme !== undefined) writeCookie(c, services, { name: themeCookie, value: theme, maxAge });
  if (timeZone !== undefined) writeCookie(c, services, { name: timeZoneCookie, value: timeZone, maxAge });
  return theme === undefined
    ? c.body(null, 204)
    : c.redirect(formPage(c.req.header("Referer"), services), 303);
};
