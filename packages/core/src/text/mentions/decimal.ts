/** Maximum places of a decimal that is written out. Readers do not count the zeros of longer numbers. */
const maxPlaces = 30;

/** Removes the leading and trailing zeros of a decimal: `0012.50` becomes `12.5`. */
function trimmed(whole: string, fraction: string): string {
  let from = 0;
  while (from < whole.length - 1 && whole[from] === "0") from++;
  let to = fraction.length;
  while (to > 0 && fraction[to - 1] === "0") to--;
  return (whole.slice(from) || "0") + (to > 0 ? `.${fraction.slice(0, to)}` : "");
}

/**
 * Multiplies a plain decimal by an integer `factor` and a power of ten: `1.5` and 6 make `1500000`. Returns `null` if
 * the power or the decimal exceeds {@link maxPlaces} places.
 */
export function scaleDecimal(decimal: string, power: number, factor = 1): string | null {
  if (decimal.startsWith("-")) {
    const scaled = scaleDecimal(decimal.slice(1), power, factor);
    return scaled === null ? null : `-${scaled}`;
  }
  const [whole = "", fraction = ""] = decimal.split(".");
  if (Math.abs(power) > maxPlaces || whole.length + fraction.length > maxPlaces) return null;
  if (factor !== 1) {
    // A product of numbers would have an exponent from 1e21 and below 1e-6.
    const product = String(BigInt(whole + fraction) * BigInt(factor));
    return scaleDecimal(product, power - fraction.length);
  }
  const digits = whole.padStart(whole.length + Math.max(0, -power), "0") + fraction.padEnd(power, "0");
  const point = Math.max(whole.length, whole.length - power) + power;
  return trimmed(digits.slice(0, point), digits.slice(point));
}

/** Pads a plain decimal to at least `places` decimal places. Never removes places. */
export function withMinorUnits(decimal: string, places: number): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  return places === 0 && fraction === "" ? whole : `${whole}.${fraction.padEnd(places, "0")}`;
}
