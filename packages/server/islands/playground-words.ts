const numbers = new Intl.NumberFormat("en");
const byteUnits = ["bytes", "kB", "MB"] as const;

/** A number with its thousands apart, such as 12,345. */
export function number(value: number): string {
  return numbers.format(value);
}

/** A count of things, such as 1 call or 12,345 calls. */
export function count(value: number, thing: string): string {
  return `${number(value)} ${thing}${value === 1 ? "" : "s"}`;
}

/** A size in decimal units, such as 1.2 MB. */
export function size(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  const power = bytes < 1e6 ? 1 : 2;
  return `${(bytes / 1000 ** power).toFixed(1)} ${byteUnits[power]}`;
}

/** Words of the API as a sentence: what it says of a field or as a warning begins small and ends without a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

/** A part of one in per cent, such as 82%. */
export function percent(part: number): string {
  return `${Math.round(part * 100)}%`;
}

/** An instant to the minute, in UTC as everywhere in the dashboard. */
export function instant(at: Date): string {
  const text = at.toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
}
