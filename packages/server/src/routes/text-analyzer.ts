import { TextRequest, toSnakeCase, validate } from "@tools-api/core";
import { analyzeText } from "@tools-api/core/text";
import type { ApiContext, Services } from "../context.ts";
import { readJsonObject } from "../http/body.ts";
import { refuseStrayCredentials } from "../http/credential.ts";
import { respondJson } from "../http/respond.ts";

// A text of 1,000,000 bytes may take six bytes a character in JSON escapes, and the other fields some more.
const maximumBodyBytes = 6_100_000;

/** `POST /v1/tools/text-analyzer` */
export async function textAnalyzer(c: ApiContext, { queues }: Services): Promise<Response> {
  const body = await readJsonObject(c, maximumBodyBytes);
  refuseStrayCredentials(c, body);
  const { text, analysis_type, language, offset_unit } = validate(TextRequest, body);
  const analysis = await queues.text.run(() =>
    analyzeText(text, { analysisType: analysis_type, language, offsetUnit: offset_unit }),
  );
  return respondJson(c, toSnakeCase(analysis));
}
