// `/tools` takes twice as long to load.
export { run } from "@tools-api/core/internal/text";
