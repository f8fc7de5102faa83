import { Field, type Faults, FormFault, SelectField } from "../../pages/form.tsx";
import { rangeQuery, type RangePreset, type UsageRange } from "./query.ts";

const granularityLabels: Record<UsageRange["granularity"], string> = {
  hour: "Hour",
  day: "Day",
  week: "Week",
  month: "Month",
};

interface RangeFormProps {
  base: string;
  presets: readonly RangePreset[];
  /** The values of the fields by name. */
  values: Readonly<Record<string, string>>;
  faults?: Faults;
}

function Presets({ base, presets, values }: Pick<RangeFormProps, "base" | "presets" | "values">) {
  const shown = new URLSearchParams(values).toString();
  return (
    <nav class="tabs" aria-label="Ranges">
      {presets.map((preset) => {
        const query = rangeQuery(preset);
        return (
          <a
            key={preset.label}
            href={`${base}/usage?${query}`}
            aria-current={query === shown ? "true" : undefined}
          >
            {preset.label}
          </a>
        );
      })}
    </nav>
  );
}

/** Renders the choice of the report's range: links for common ranges, and fields. */
export function RangeForm({ base, presets, values, faults = {} }: RangeFormProps) {
  const chosen = values["granularity"] ?? "";
  return (
    <section class="card" aria-label="Range">
      <Presets base={base} presets={presets} values={values} />
      <FormFault faults={faults} />
      <form method="get" action={`${base}/usage`} class="fields range">
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
        <Field name="credential" label="Key ID" value={values["credential"]} faults={faults} optional />
        <button>Show usage</button>
      </form>
    </section>
  );
}
