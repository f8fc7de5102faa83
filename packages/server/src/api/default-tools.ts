import { imageConverter, textAnalyzer, type Tool } from "@tools-api/core/tools";

/** Returns the tools of a server whose host chooses none. */
export function defaultTools(): readonly Tool[] {
  return [textAnalyzer, imageConverter()];
}
