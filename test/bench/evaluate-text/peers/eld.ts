import { eld as large } from "eld/large";
import { eld as small } from "eld/small";
import type { System } from "../systems/system.ts";

// https://github.com/nitotm/efficient-language-detector-js, Apache-2.0.
export const systems: System[] = [
  { name: "eld small", language: (text) => small.detect(text).language },
  { name: "eld large", language: (text) => large.detect(text).language },
];
