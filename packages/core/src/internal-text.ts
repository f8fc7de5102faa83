// The work of the text analyzer, without a promise of compatibility. The worker processes of the server load it, because
// `/tools` takes twice as long to load.
export { run } from "./tools/run-text-analyzer.ts";
