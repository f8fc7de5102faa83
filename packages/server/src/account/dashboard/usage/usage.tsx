import type { UsageReport } from "@tools-api/core";
import { toWire, UsageReportRecord } from "@tools-api/core/internal";
import { singleValues } from "../../../api/http/query.ts";
import { respondBytes } from "../../../api/http/respond.ts";
import { apiKeyNames } from "../../management/requests.ts";
import { getUsage } from "../../management/usage.ts";
import { type Faults, formFaults } from "../../pages/form.tsx";
import { type PageCall, respondDashboard } from "../../pages/page-call.tsx";
import { type PageRoute, signedIn } from "../../pages/page-route.ts";
import { TodayCard } from "../overview/cards.tsx";
import { RangeForm } from "./form.tsx";
import { localClock, periodNames } from "./periods.ts";
import { rangeFields, rangePresets } from "./query.ts";
import { type DrawnPeriods, RangeReport } from "./sections.tsx";
import { periodRows } from "./tables.tsx";

interface UsageProps {
  /** The values of the fields of the range. */
  values: Readonly<Record<string, string>>;
  /** The time zone that determines the current day. */
  timezone: string;
  report?: UsageReport;
  keyNames?: ReadonlyMap<string, string>;
  periods?: DrawnPeriods;
  faults?: Faults;
  error?: unknown;
}

function respondUsage(
  page: PageCall,
  { values, timezone, report, keyNames = new Map(), periods, faults = {}, error }: UsageProps,
): Promise<Response> {
  const { base, services } = page;
  const today = localClock(timezone)(services.clock.now()).date;
  const credential = values["credential"];
  return respondDashboard(
    page,
    {
      title: "Usage",
      section: "usage",
      styles: ["uplot.css", "usage.css"],
      scripts: ["usage-chart.js", "time-zone-names.js"],
      error,
    },
    <>
      <h1>Usage</h1>
      {report && <TodayCard base={base} quota={report.quota} />}
      <RangeForm
        base={base}
        presets={rangePresets(today, timezone, credential)}
        values={values}
        faults={faults}
      />
      {report && periods && (
        <RangeReport
          base={base}
          report={report}
          credential={credential}
          keyNames={keyNames}
          periods={periods}
        />
      )}
      <p>
        <a href={`${base}/requests`}>View the last requests</a>
      </p>
    </>,
  );
}

async function showUsage(page: PageCall): Promise<Response> {
  const { c, ask, services } = page;
  const sent = rangeFields(c);
  try {
    const query = singleValues(sent);
    const report = await ask(getUsage, { query: { ...query, group_by: "key" } });
    const { accountId, startDate, endDate, granularity, timezone, byKey = [] } = report;
    const { credential } = query;
    const range = { start_date: startDate, end_date: endDate, granularity, timezone };
    const values = credential === undefined ? range : { ...range, credential };
    const ids = [...byKey.map((counts) => counts.credential), credential].filter(
      (id) => typeof id === "string",
    );
    const keyNames = await apiKeyNames(services.documents, accountId, ids);
    const names = await periodNames(report);
    const periods = { names, rows: await periodRows(report, names) };
    return await respondUsage(page, { values, timezone, report, keyNames, periods });
  } catch (error) {
    const faults = formFaults(error, {
      timezone: "Enter an IANA time zone name, such as Europe/Berlin.",
      credential: "Enter the ID of a key or an app.",
    });
    return respondUsage(page, { values: Object.fromEntries(sent), timezone: "UTC", faults, error });
  }
}

const Period = UsageReportRecord.shape.series.element;
const fields = Period.keyof().options;

/**
 * Returns the periods of a report as CSV (RFC 4180), with the field names of the API. All cells are counts and
 * instants, so none needs quotation marks. None can begin as a formula, which a spreadsheet would run.
 */
function seriesCsv(series: UsageReport["series"]): string {
  const rows = series.map((period) => {
    const record = toWire(Period, period);
    return fields.map((field) => record[field]);
  });
  return [fields, ...rows].map((cells) => `${cells.join(",")}\r\n`).join("");
}

const encoder = new TextEncoder();

/** `GET /usage.csv`: returns the periods that the page shows for the same query. */
async function downloadUsage({ c, ask }: PageCall): Promise<Response> {
  const report = await ask(getUsage, { query: singleValues(rangeFields(c)) });
  const { startDate, endDate, series } = report;
  c.header("Content-Disposition", `attachment; filename="usage-${startDate}-${endDate}.csv"`);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  return respondBytes(c, encoder.encode(seriesCsv(series)), "text/csv; charset=utf-8");
}

export const usagePageRoutes: readonly PageRoute[] = [
  { path: "/usage", get: signedIn(showUsage) },
  { path: "/usage.csv", get: signedIn(downloadUsage) },
];
