// The names that only the packages of this repository share. They carry no compatibility promise.
export { type Caller, fairTurns, type Turn } from "./turns.ts";
