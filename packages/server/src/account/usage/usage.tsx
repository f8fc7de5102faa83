import { credentialChoices } from "../requests/credential-choices.ts";
import type { UsageReport } from "@tools-api/core";
import { UsageReportRecord } from "@tools-api/core/usage";
import { listEndpoints } from "@tools-api/core/tools";
import { toWire } from "@tools-api/core/internal/schema";
import type { Child } from "hono/jsx";
import { csvLine } from "../../http/csv.ts";
import { singleValues } from "../../http/query.ts";
import { respondBytes } from "../../http/respond.ts";
import { getRequestSummary } from "../requests/requests-routes.ts";
import { getUsage } from "../report/usage-routes.ts";
import { type Faults, formFaults } from "../../ui/form.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { currentView } from "../../ui/view.ts";
import { TodayCard } from "./today.tsx";
import { FilterForm } from "./form.tsx";
import { localClock } from "../../../dist/islands/period-names.js";
import { periodNames } from "../report/periods.ts";
import { rangeBefore, rangeFields, rangePresets, type UsageOptions, usageOptions } from "../report/query.ts";
import { RangeReport, requestQuery } from "./sections.tsx";
import { periodRows } from "../report/tables.tsx";

interface UsageProps {
  /** The values of the fields of the report. */
  values: Readonly<Record<string, string>>;
  /** The time zone that determines the current day. */
  timezone: string;
  options: UsageOptions;
  keyNames: ReadonlyMap<string, string>;
  /** The parts of the page below the form. Absent for a form with errors. */
  content?: Child;
  faults?: Faults;
  error?: unknown;
}

function respondUsage(
  page: PageCall,
  { values, timezone, options, keyNames, content, faults = {}, error }: UsageProps,
): Promise<Response> {
  const { base, services } = page;
  const today = localClock(timezone)(services.clock.now()).date;
  const { credential, endpoint } = values;
  return respondDashboard(
    page,
    {
      title: "Usage",
      section: "usage",
      styles: ["chart.css", "usage.css"],
      scripts: ["usage-chart.js", "time-zone-names.js"],
      error,
    },
    <>
      <h1>Usage</h1>
      <FilterForm
        base={base}
        presets={rangePresets(today, { timezone, credential, endpoint })}
        values={values}
        options={options}
        endpoints={listEndpoints(services.tools)}
        keyNames={keyNames}
        faults={faults}
      />
      {content}
    </>,
  );
}

async function showUsage(page: PageCall): Promise<Response> {
  const { c, base, ask, services } = page;
  const sent = rangeFields(c);
  const options = usageOptions(c);
  try {
    const { timezone: wanted = currentView().timeZone ?? "UTC", ...given } = singleValues(sent);
    const query = { ...given, timezone: wanted };
    const report = await ask(getUsage, { query: { ...query, group_by: "key" } });
    const { startDate, endDate, granularity, timezone, byKey = [] } = report;
    const { credential, endpoint } = given;
    const before = options.compares
      ? await ask(getUsage, { query: { ...query, granularity, ...rangeBefore(report) } })
      : undefined;
    const range = { startDate, endDate, granularity, timezone, credential, endpoint };
    const requests =
      services.requestLogMs > 0
        ? await ask(getRequestSummary, { query: requestQuery({ credential, endpoint }) })
        : null;
    const keyNames = await credentialChoices(page, [...byKey.map((counts) => counts.credential), credential]);
    const names = await periodNames(report);
    const rows = options.hasTable ? await periodRows(report, names) : undefined;
    const values = {
      start_date: startDate,
      end_date: endDate,
      granularity,
      timezone,
      ...(credential !== undefined && { credential }),
      ...(endpoint !== undefined && { endpoint }),
    };
    const shown = { base, report, before, range, options, keyNames, names, rows, requests };
    const content = (
      <>
        <RangeReport {...shown} />
        <TodayCard base={base} quota={report.quota} />
      </>
    );
    return await respondUsage(page, { values, timezone, options, keyNames, content });
  } catch (error) {
    const faults = formFaults(error, {
      timezone: "Enter an IANA time zone name, such as Europe/Berlin.",
      credential: "Enter the ID of a key or an app.",
    });
    return respondUsage(page, {
      values: Object.fromEntries(sent),
      timezone: "UTC",
      options,
      keyNames: new Map(),
      faults,
      error,
    });
  }
}

const Period = UsageReportRecord.shape.series.element;
const fields = Period.keyof().options;

/** Returns the periods of a report as CSV, with the field names of the API. */
function seriesCsv(series: UsageReport["series"]): string {
  const rows = series.map((period) => {
    const record = toWire(Period, period);
    return fields.map((field) => record[field]);
  });
  return [fields, ...rows].map(csvLine).join("");
}

/** `GET /usage.csv`: returns the periods that the page shows for the same query. */
async function downloadUsage({ c, ask }: PageCall): Promise<Response> {
  const report = await ask(getUsage, { query: singleValues(rangeFields(c)) });
  const { startDate, endDate, series } = report;
  c.header("Content-Disposition", `attachment; filename="usage-${startDate}-${endDate}.csv"`);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  return respondBytes(c, seriesCsv(series), "text/csv; charset=utf-8");
}

export const usagePageRoutes: readonly PageRoute[] = [
  { path: "/usage", get: signedIn(showUsage) },
  { path: "/usage.csv", get: signedIn(downloadUsage) },
];
