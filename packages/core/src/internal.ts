// Names that only the packages of this repository share, without a promise of compatibility.
export { type Caller, fairTurns, type Turn } from "./turns.ts";
