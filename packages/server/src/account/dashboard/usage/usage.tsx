import { singleValues } from "../../../api/http/query.ts";
import { respondBytes } from "../../../api/http/respond.ts";
import { getUsage } from "../../management/usage.ts";
import { type Faults, faultsOf } from "../../pages/form.tsx";
import { Page } from "../../pages/layout.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { type PageRoute, signedIn } from "../../pages/page-route.ts";
import { respondPage, statusOf } from "../../pages/respond-page.ts";
import { TodayCard } from "../overview/cards.tsx";
import { seriesCsv } from "./csv.ts";
import { RangeForm } from "./form.tsx";
import { clockOf, periodNames } from "./periods.ts";
import { rangeFields, rangePresets, type UsageReport } from "./query.ts";
import { type DrawnPeriods, RangeReport } from "./sections.tsx";
import { periodRows } from "./tables.tsx";

interface UsageProps {
  page: PageCall;
  /** The values of the fields of the range. */
  values: Readonly<Record<string, string>>;
  /** The time zone that determines the current day. */
  timezone: string;
  report?: UsageReport;
  periods?: DrawnPeriods;
  faults?: Faults;
}

function Usage({ page, values, timezone, report, periods, faults = {} }: UsageProps) {
  const { base, services, signedIn: owner } = page;
  const today = clockOf(timezone)(services.clock.now()).date;
  return (
    <Page
      title="Usage"
      base={base}
      signedInAs={owner.account}
      section="usage"
      styles={["uplot.css", "usage.css"]}
      scripts={["usage-chart.js", "time-zone-names.js"]}
    >
      <h1>Usage</h1>
      {report && <TodayCard base={base} quota={report.quota} />}
      <RangeForm base={base} presets={rangePresets(today, timezone)} values={values} faults={faults} />
      {report && periods && <RangeReport base={base} report={report} periods={periods} />}
    </Page>
  );
}

async function showUsage(page: PageCall): Promise<Response> {
  const { c, ask } = page;
  const sent = rangeFields(c);
  try {
    const report = await ask(getUsage, { query: singleValues(sent) });
    const { start_date, end_date, granularity, timezone } = report;
    const values = { start_date, end_date, granularity, timezone };
    const names = await periodNames(report);
    const periods = { names, rows: await periodRows(report.series, names) };
    return await respondPage(c, Usage({ page, values, timezone, report, periods }), { runsScripts: true });
  } catch (error) {
    const faults = faultsOf(error, { timezone: "Enter an IANA time zone name, such as Europe/Berlin." });
    const values = Object.fromEntries(sent);
    return respondPage(c, Usage({ page, values, timezone: "UTC", faults }), {
      status: statusOf(c, error),
      runsScripts: true,
    });
  }
}

const encoder = new TextEncoder();

/** `GET /usage.csv`: returns the periods that the page shows for the same query. */
async function downloadUsage({ c, ask }: PageCall): Promise<Response> {
  const report = await ask(getUsage, { query: singleValues(rangeFields(c)) });
  const { start_date, end_date, series } = report;
  c.header("Content-Disposition", `attachment; filename="usage-${start_date}-${end_date}.csv"`);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
  return respondBytes(c, encoder.encode(seriesCsv(series)), "text/csv; charset=utf-8");
}

export const usagePageRoutes: readonly PageRoute[] = [
  { path: "/usage", get: signedIn(showUsage) },
  { path: "/usage.csv", get: signedIn(downloadUsage) },
];
