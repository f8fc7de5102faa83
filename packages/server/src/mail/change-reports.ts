import { reportByWebhook } from "@tools-api/core/webhooks";
import type { Source } from "@tools-api/core/audit";
import { reportToLog } from "./audit-log.ts";
import { reportByMail } from "./mail-reports.ts";

/** Returns the `report` of changes for the outlets that a server has; `undefined` if it has none. */
export function changeReports(outlets: {
  mail: boolean;
  webhooks: boolean;
  log?: boolean | undefined;
}): Source["report"] {
  const reports = [
    outlets.mail && reportByMail,
    outlets.webhooks && reportByWebhook,
    outlets.log === true && reportToLog,
  ].filter((report) => report !== false);
  return reports.length === 0 ? undefined : (change) => reports.flatMap((report) => report(change));
}
