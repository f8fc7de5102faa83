import { type Caller, TextRequest, validate } from "@tools-api/core/internal";
import { maxTextBytes } from "@tools-api/core/text";
import type { ApiContext, Services } from "../context.ts";
import { refuseStrayCredentials } from "../http/credential.ts";
import { unlessHungUp } from "../http/hung-up.ts";
import { readJsonObject } from "../http/json-body.ts";
import { longText } from "../http/json-text.ts";
import { respondBytes } from "../http/respond.ts";
import { admittedCall } from "../middleware/metered.ts";
import type { WorkQueue } from "../work-queue.ts";
import { analyzeToJson, type LongTexts, type TextBody } from "../text-json.ts";

/**
 * The maximum size of a body. In JSON escapes, a text of 1,000,000 bytes can take six bytes per character. The other
 * fields need some more.
 */
export const maxTextBody = 6_100_000;

/** From Thai upward, many scripts have a word or a token for every one or two characters. */
const firstDenseScript = 0x0e00;

/**
 * Returns an upper estimate of the cost of a text, in characters of Latin script. Measured on texts of unknown words:
 * Chinese costs twice as much per character, and `syntax` as much as all other analyses together.
 */
function textWeight({ text, analysis_type }: Pick<TextBody, "text" | "analysis_type">): number {
  let weight = text.length;
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) >= firstDenseScript) weight += 1;
  return analysis_type.includes("syntax") ? 2 * weight : weight;
}

/** Returns whether another process analyzes the text. This process refuses a text over the limit itself. */
function isLong(body: TextBody, { longerThan }: LongTexts): boolean {
  const { length } = body.text;
  return length <= maxTextBytes && (length > longerThan || textWeight(body) > longerThan);
}

async function analyzeLong(
  body: TextBody,
  {
    longTexts,
    queue,
    ...options
  }: { longTexts: LongTexts; queue: WorkQueue; signal: AbortSignal; caller: Caller | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const place = queue.enter(options);
  try {
    return await unlessHungUp(options.signal, () => longTexts.analyze(body, options));
  } finally {
    place.leave();
  }
}

/** Handles `POST /v1/tools/text-analyzer`. */
export async function textAnalyzer(c: ApiContext, { queues, longTexts }: Services): Promise<Response> {
  const fields = await readJsonObject(c, maxTextBody, longText);
  refuseStrayCredentials(c, fields);
  const body = validate(TextRequest, fields);
  const caller = c.get("caller");
  if (!longTexts || !isLong(body, longTexts)) {
    const json = await queues.text.run(() => analyzeToJson(body), { caller });
    return respondBytes(c, json, "application/json");
  }
  await admittedCall(c);
  const options = { longTexts, queue: queues.longText, signal: c.req.raw.signal, caller };
  return respondBytes(c, await analyzeLong(body, options), "application/json");
}
