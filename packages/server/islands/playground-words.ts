const numbers = new Intl.NumberFormat("en");
const byteUnits = ["bytes", "kB", "MB"] as const;

/** Returns a number with thousands separators, such as 12,345. */
export function number(value: number): string {
  return numbers.format(value);
}

/** Returns a number of things, such as 1 call or 12,345 calls. */
export function count(value: number, thing: string, things = `${thing}s`): string {
  return `${number(value)} ${value === 1 ? thing : things}`;
}

/** Returns a size in decimal units, such as 1.2 MB. */
export function size(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  const power = bytes < 1e6 ? 1 : 2;
  return `${(bytes / 1000 ** power).toFixed(1)} ${byteUnits[power]}`;
}

/** Returns a text of the API as a sentence. Its details and warnings begin in lower case and end without a period. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

/** Returns a fraction as a percentage, such as 82%. */
export function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}

/** Returns an instant to the minute, in UTC like the rest of the dashboard. */
export function instant(at: Date): string {
  const text = at.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}

/** Returns a duration in seconds, such as 0.3 s. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toPrecision(ms < 100 ? 1 : 2)} s`;
}
