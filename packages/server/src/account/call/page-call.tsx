import { ToolsError } from "@tools-api/core";
import { dailyWindow } from "@tools-api/core/usage";
import type { Camelized } from "@tools-api/core/internal/schema";
import type { Account } from "@tools-api/core/accounts";
import type { Child } from "hono/jsx";
import type { z } from "zod";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import type { ManagementInput, ManagementRoute } from "./route.ts";
import type { SignedIn } from "../../session/session.ts";
import { Page, type SectionName, type TodayUsage } from "../../ui/layout.tsx";
import { respondPage, rejectForm } from "../../ui/respond-page.ts";

/** A signed-in user's request for a page. */
export interface PageCall {
  c: ApiContext;
  services: AccountServices;
  /** The `basePath` of the services. */
  base: string;
  signedIn: SignedIn;
  /** The id in the path; empty if the path has none. */
  id: string;
  /**
   * Makes a management call as the signed-in user. A page reads all data of the account through this function.
   *
   * @throws ToolsError with the error that the call returns over HTTP.
   */
  ask<Answer extends z.ZodType>(
    route: ManagementRoute<Answer>,
    input?: ManagementInput,
  ): Promise<Camelized<z.output<Answer>>>;
}

/** Creates the page call of a request with a valid session. */
export function pageCall(c: ApiContext, services: AccountServices, signedIn: SignedIn): PageCall {
  return {
    c,
    services,
    base: services.basePath,
    signedIn,
    id: c.req.param("id") ?? "",
    ask: (route, input) => route.perform(c, services, { ...signedIn, credential: null }, input),
  };
}

/** The parts of a dashboard page around its content. */
interface Frame {
  title: string;
  section: SectionName;
  /** The path and the text of a link to the page above this one. */
  crumb?: readonly [path: string, text: string];
  /** True for a single form or message in the middle of the page. */
  narrow?: boolean;
  /** Names of style sheet assets, in addition to those of every page. */
  styles?: readonly string[];
  /** Names of module assets. */
  scripts?: readonly string[];
  /** The error of a rejected form, which determines the status. */
  error?: unknown;
}

/** Returns the calls of the day. `undefined` if the store fails: the page may need nothing else of it. */
export async function findTodayUsage(
  { usage, plans, clock }: Pick<AccountServices, "usage" | "plans" | "clock">,
  account: Account,
): Promise<TodayUsage | undefined> {
  const { id, limit } = dailyWindow(account, plans, clock.now());
  try {
    const { used } = await usage.read({ account: account.id, boundaries: [], windows: [id] });
    return { limit, used: used[0] ?? 0 };
  } catch (error) {
    if (error instanceof ToolsError && error.code === "storage_unavailable") return undefined;
    throw error;
  }
}

/** The script of every page of an account. */
export const frameScript = "page.js";

/** The script that searches the pages, the keys and the documentation. */
export const paletteScript = "palette.js";

/** Responds with a page of the dashboard. */
export async function respondDashboard(
  call: Pick<PageCall, "c" | "services"> & { signedIn: Pick<SignedIn, "account"> },
  { crumb, error, scripts = [], ...frame }: Frame,
  content: Child,
): Promise<Response> {
  const { c, services, signedIn } = call;
  const base = services.basePath;
  return respondPage(
    c,
    <Page
      {...frame}
      scripts={[...scripts, paletteScript, frameScript]}
      base={base}
      signedInAs={signedIn.account}
      today={await findTodayUsage(services, signedIn.account)}
    >
      {crumb && (
        <p class="crumb">
          <a href={base + crumb[0]}>{crumb[1]}</a>
        </p>
      )}
      {content}
    </Page>,
    {
      ...(error !== undefined && { status: rejectForm(c, error) }),
      runsScripts: true,
    },
  );
}
