import type { System } from "../systems/system.ts";

// The rules of Unicode UAX #29 in the ICU of the runtime.
export const systems: System[] = [
  {
    name: "Intl.Segmenter",
    sentences: (text, language) =>
      Array.from(new Intl.Segmenter(language, { granularity: "sentence" }).segment(text), ({ segment }) =>
        segment.trim(),
      ),
  },
];
