import rake from "rake-modified";
import type { System } from "../systems/system.ts";

// https://www.npmjs.com/package/rake-modified, MIT: RAKE with a limit on the length of phrases. The keys of
// its answer are phrases, best first.
export const systems: System[] = [
  {
    name: "rake-modified",
    keyphrases: (text, language) => (language === "en" ? Object.keys(rake.default(text)) : null),
  },
];
