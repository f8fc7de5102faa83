import { imageConverter, textAnalyzer, type Tool, type ToolPool } from "@tools-api/core/tools";
import type { Config } from "./config.ts";

// The sources run without a build in this repository; the package contains the built files.
const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

type ImageSettings = Pick<Config, "imageWorkers" | "imageTimeoutMs" | "imageMemoryMb" | "imageQueueBytes">;

/** Returns the image converter with all codecs and the limits of the settings. */
export function configuredImageConverter(config: ImageSettings, pool: Pick<ToolPool, "lanes"> = {}): Tool {
  return imageConverter({
    queueBytes: config.imageQueueBytes,
    pool: {
      module: new URL(`./run-image${extension}`, import.meta.url),
      concurrency: config.imageWorkers,
      deadlineMs: config.imageTimeoutMs,
      memoryMb: config.imageMemoryMb,
      ...pool,
    },
  });
}

function configuredTextAnalyzer(config: Pick<Config, "textWorkers" | "textTimeoutMs">): Tool {
  const { execution } = textAnalyzer;
  if (typeof execution !== "object") return textAnalyzer;
  const settings = {
    module: new URL(`./run-text${extension}`, import.meta.url),
    concurrency: config.textWorkers,
    deadlineMs: config.textTimeoutMs,
  };
  return { ...textAnalyzer, execution: { pool: { ...execution.pool, ...settings } } };
}

/** Returns the tools of every server, with the limits of its settings. */
export function builtInTools(config: Config): readonly Tool[] {
  return [configuredTextAnalyzer(config), configuredImageConverter(config)];
}
