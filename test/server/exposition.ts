import { expect } from "vitest";

const name = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const value = String.raw`[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf|nan)`;
const sampleLine = new RegExp(`^(${name})(?:\\{(${label}(?:,${label})*)\\})? (${value})$`, "i");
const helpLine = new RegExp(String.raw`^# HELP (${name}) (?:[^\\\n]|\\[\\n])+$`);
const typeLine = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram|summary|untyped)$`);

/** The allowed sample names of a metric type. */
const suffixes: Record<string, string[]> = { histogram: ["_bucket", "_sum", "_count"] };

function numberOf(text: string): number {
  return /inf/i.test(text) ? (text.startsWith("-") ? -Infinity : Infinity) : Number(text);
}

/**
 * Parses a page in Prometheus' text format 0.0.4. Requires that every line is valid, that every sample is under the
 * type of its metric, that no series appears twice, and that histogram buckets increase up to the count.
 */
export function exposition(page: string): Map<string, number> {
  expect(page.endsWith("\n")).toBe(true);
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  let current = "";
  let lastBucket = 0;
  for (const line of page.split("\n")) {
    if (line === "" || helpLine.test(line)) continue;
    const type = typeLine.exec(line);
    if (type) {
      current = type[1] ?? "";
      expect(types.has(current), `${current} comes twice`).toBe(false);
      types.set(current, type[2] ?? "");
      continue;
    }
    const sample = sampleLine.exec(line);
    expect(sample, line).not.toBeNull();
    const [, metric = "", labels = "", text = ""] = sample ?? [];
    const allowed = (suffixes[types.get(current) ?? ""] ?? [""]).map((suffix) => current + suffix);
    expect(allowed, line).toContain(metric);
    const series = labels === "" ? metric : `${metric}{${labels}}`;
    expect(samples.has(series), `${series} comes twice`).toBe(false);
    const figure = numberOf(text);
    samples.set(series, figure);
    if (metric.endsWith("_bucket")) {
      expect(figure, line).toBeGreaterThanOrEqual(lastBucket);
      lastBucket = figure;
    }
    if (metric.endsWith("_count")) {
      expect(figure, line).toBe(lastBucket);
      lastBucket = 0;
    }
  }
  return samples;
}
