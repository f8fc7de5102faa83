import { ImageOptions } from "@tools-api/core/image";
import { firstSentence } from "../api/tools/json-schema.ts";
import { listSettings } from "../runtime/settings/table.ts";

function firstSentences(descriptions: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(
    descriptions.map(([name, description]) => [name, firstSentence(description).replaceAll("`", "")]),
  );
}

/** Returns the first sentence about each setting of the server. */
export function describedSettings(): Record<string, string> {
  return firstSentences(listSettings().map(({ name, description }) => [name, description] as const));
}

/** Returns the first sentence about each option of `convert` that is a field of the image converter. */
export function describedConversion(): Record<string, string> {
  return firstSentences(
    Object.entries(ImageOptions.shape).map(([name, schema]) => [
      `--${name.replaceAll("_", "-")}`,
      schema.description ?? "",
    ]),
  );
}
