// The JSON of text analyses, without a promise of compatibility. The worker processes of the server load it, because
// `/internal` takes 0.3 s of CPU time to load.
export { TextAnalysisRecord, TextRequest } from "./text/schema.ts";
export { toWire } from "./wire.ts";
