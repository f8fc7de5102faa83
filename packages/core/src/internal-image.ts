// The conversions of the image converter, without a promise of compatibility. The worker processes of the server load it,
// because `/tools` takes twice as long to load.
export { type RunImageConverter, runWith } from "./tools/run-image-converter.ts";
