import { franc } from "franc";
import type { System } from "../systems/system.ts";

/** ISO 639-1 codes for ISO 639-3 codes that ICU does not canonicalize. */
const individual: Readonly<Record<string, string>> = { zlm: "ms", nob: "no" };

// https://github.com/wooorm/franc, MIT.
export const systems: System[] = [
  {
    name: "franc",
    language: (text) => {
      const code = franc(text);
      return individual[code] ?? new Intl.Locale(code).language ?? code;
    },
  },
];
