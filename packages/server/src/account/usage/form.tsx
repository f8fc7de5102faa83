import { type Choice, Field, type Faults, FormFault, SelectField, withCurrent } from "../../ui/form.tsx";
import { outcomes } from "../../../dist/islands/calls-chart.js";
import { rangeQuery, type RangePreset, type UsageOptions, type UsageRange } from "../report/query.ts";

const granularityLabels: Record<UsageRange["granularity"], string> = {
  hour: "Hour",
  day: "Day",
  week: "Week",
  month: "Month",
};

interface FilterFormProps {
  base: string;
  presets: readonly RangePreset[];
  /** The values of the fields by name. */
  values: Readonly<Record<string, string>>;
  options: UsageOptions;
  endpoints: readonly string[];
  /** The names of keys by id. */
  keyNames: ReadonlyMap<string, string>;
  faults?: Faults;
}

/** Renders links for common ranges. */
function Presets({ base, presets, values, options }: FilterFormProps) {
  return (
    <nav class="tabs" aria-label="Ranges">
      {presets.map((preset) => (
        <a
          key={preset.label}
          href={`${base}/usage?${rangeQuery(preset, options)}`}
          aria-current={
            preset.startDate === values["start_date"] &&
            preset.endDate === values["end_date"] &&
            preset.granularity === values["granularity"]
              ? "true"
              : undefined
          }
        >
          {preset.label}
        </a>
      ))}
    </nav>
  );
}

function CustomRange({ values, faults = {} }: Pick<FilterFormProps, "values" | "faults">) {
  const chosen = values["granularity"] ?? "";
  const hasFault = ["start_date", "end_date", "granularity", "timezone"].some((name) => faults[name]);
  return (
    <details open={hasFault}>
      <summary>Dates and time zone</summary>
      <div class="fields range">
        <Field
          name="start_date"
          label="From"
          type="date"
          value={values["start_date"]}
          faults={faults}
          optional
        />
        <Field name="end_date" label="To" type="date" value={values["end_date"]} faults={faults} optional />
        <SelectField
          name="granularity"
          label="By"
          options={Object.entries(granularityLabels)}
          selected={Object.hasOwn(granularityLabels, chosen) ? chosen : "day"}
          fault={faults["granularity"]}
        />
        <Field name="timezone" label="Time zone" value={values["timezone"]} faults={faults} optional />
        <time-zone-names for="timezone" />
      </div>
    </details>
  );
}

/** Renders the choice of the report: links for common ranges, and fields for conditions and other ranges. */
export function FilterForm(props: FilterFormProps) {
  const { base, values, options, endpoints, keyNames, faults = {} } = props;
  const { outcome, compares } = options;
  const tools: Choice[] = [["", "All"], ...endpoints.map((name): Choice => [name, name])];
  return (
    <section class="card" aria-label="Filter">
      <Presets {...props} />
      <FormFault faults={faults} />
      <form method="get" action={`${base}/usage`}>
        <div class="fields range">
          <SelectField
            name="endpoint"
            label="Endpoint"
            options={withCurrent(tools, values["endpoint"])}
            selected={values["endpoint"] ?? ""}
            fault={faults["endpoint"]}
          />
          <SelectField
            name="credential"
            label="Key"
            options={withCurrent([["", "All"], ...keyNames], values["credential"])}
            selected={values["credential"] ?? ""}
            fault={faults["credential"]}
          />
          <SelectField
            name="outcome"
            label="Outcome"
            options={[["", "All"], ...outcomes.map(({ name, label }): Choice => [name, label])]}
            selected={outcome ?? ""}
          />
          <label class="choice">
            <input type="checkbox" name="compare" value="on" checked={compares} />
            Compare with the period before
          </label>
          <button>Show usage</button>
        </div>
        <CustomRange values={values} faults={faults} />
      </form>
    </section>
  );
}
