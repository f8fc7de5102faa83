const units =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const unitOrdinals =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const tenOrdinals = tens.map((ten) => ten.replace(/y$/, "ieth"));

const values: ReadonlyMap<string, number> = new Map([
  ...[...units, ...unitOrdinals].map((word, index) => [word, index % units.length] as const),
  ...[...tens, ...tenOrdinals].map((word, index) => [word, 20 + 10 * (index % tens.length)] as const),
  ["a", 1],
  ["an", 1],
]);

const scales: ReadonlyMap<string, number> = new Map([
  ["dozen", 12],
  ["hundred", 100],
  ["hundredth", 100],
  ["thousand", 1e3],
  ["thousandth", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);

/**
 * The value of a number in digits, English words or both, such as `1,000`, `3.5 million`, `one hundred and three`,
 * `21st`; `null` where it is not certain.
 */
export function parseNumber(text: string): number | null {
  let total = 0;
  let group: number | null = null;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    if (word === "and" || word === "") continue;
    const digits = /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,10})?(?=$|st$|nd$|rd$|th$)/.exec(word)?.[0];
    const value = digits === undefined ? values.get(word) : Number(digits.replaceAll(",", ""));
    const scale = scales.get(word);
    if (value !== undefined) {
      // "Twenty five" adds up; "five twenty" and "10 20" are two numbers.
      if (group !== null && group % 100 !== 0 && !(group % 10 === 0 && group % 100 >= 20 && value < 10))
        return null;
      if (group !== null && digits !== undefined) return null;
      group = (group ?? 0) + value;
    } else if (scale !== undefined && group !== null) {
      if (scale >= 1e3) {
        total += group * scale;
        group = 0;
      } else group *= scale;
    } else return null;
  }
  return group === null ? null : total + group;
}

/** A finite number in plain decimals, to ten places at most. */
export function formatNumber(value: number): string | null {
  return Math.abs(value) < 1e15 ? String(Number(value.toFixed(10))) : null;
}
