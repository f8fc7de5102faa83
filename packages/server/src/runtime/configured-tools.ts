import { nextTurn } from "@tools-api/core/internal/time";
import { analyzeText } from "@tools-api/core/text";
import {
  imageConverter,
  requireDistinct,
  textAnalyzer,
  type Tool,
  type ToolPool,
} from "@tools-api/core/tools";
import { type ScopeCatalog, scopeCatalog } from "../http/scope-catalog.ts";
import type { Config } from "./config.ts";
import { loadTools } from "./load-tools.ts";

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

/**
 * Returns the tools of a server: the built-in ones with the limits of its settings, and those of the folder that TOOLS
 * names.
 *
 * @throws ToolsError `invalid_parameter` for a module that does not load, is no tool, or has the name of another.
 */
export async function configuredTools(config: Config): Promise<readonly Tool[]> {
  const builtIn = [configuredTextAnalyzer(config), configuredImageConverter(config)];
  const tools = [...builtIn, ...(config.tools === undefined ? [] : await loadTools(config.tools))];
  requireDistinct(tools);
  return tools;
}

const sampleText =
  "Ada Lovelace met Charles Babbage in London in 1833, and the new engine was not bad at all.";
// The language is detected, as in most calls. Otherwise the first detection would load the language model, which takes
// 80 ms.
const analyses = ["language", "sentiment", "entities", "keywords", "all", "syntax"];

/** Loads the models for short texts, one analysis per turn of the event loop. Measured: 0.5 s of CPU time in all. */
async function loadTextModels(): Promise<void> {
  for (const analysisType of analyses) {
    await nextTurn();
    await analyzeText(sampleText, { analysisType });
  }
}

/**
 * Returns the tools. The text analyzer loads the models of all analyses after its first short text. Otherwise the first
 * call of each analysis would load its models while all other calls wait. A server without texts needs 55 MB
 * less than with the models.
 */
export function loadingModels(tools: readonly Tool[]): readonly Tool[] {
  let loading: Promise<void> | undefined;
  const { run } = textAnalyzer;
  return tools.map((tool) =>
    tool.run === run
      ? {
          ...tool,
          run: async (...call: Parameters<typeof run>) => {
            const record = await run(...call);
            // The first call that needs what is missing reports a failure.
            loading ??= loadTextModels().catch(() => {});
            return record;
          },
        }
      : tool,
  );
}

/** Returns the scopes of a server with these settings. */
export async function configuredScopes(config: Config): Promise<ScopeCatalog> {
  return scopeCatalog(await configuredTools(config));
}
