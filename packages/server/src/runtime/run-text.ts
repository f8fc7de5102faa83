export { run } from "@tools-api/core/internal/text";
