import { imageConverter, textAnalyzer } from "@tools-api/core/tools";

/** Returns the tools of a server whose host chooses none. */
export function defaultTools() {
  return [textAnalyzer, imageConverter()] as const;
}
