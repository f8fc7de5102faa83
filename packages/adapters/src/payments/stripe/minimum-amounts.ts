/**
 * The minimum amounts of payments in minor units.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const minimumAmounts: ReadonlyMap<string, number> = new Map([
  ["aed", 200],
  ["bgn", 100],
  ["czk", 1500],
  ["dkk", 250],
  ["gbp", 30],
  ["hkd", 400],
  ["huf", 17_500],
  ["mxn", 1000],
  ["myr", 200],
  ["nok", 300],
  ["pln", 200],
  ["ron", 200],
  ["sek", 300],
  ["thb", 1000],
]);

/** Returns the minimum amount of a payment in a currency. Most currencies have 50 minor units. */
export function minimumAmount(currency: string): number {
  return minimumAmounts.get(currency.toLowerCase()) ?? 50;
}
