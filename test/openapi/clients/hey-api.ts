import { createClient } from "../dist/hey-api/client/index.js";
import {
  createKey,
  imageConverter,
  listKeys,
  previewPlanChange,
  profile,
  revokeKey,
  textAnalyzer,
  usage,
} from "../dist/hey-api/sdk.gen.js";
import type {
  IssuedApiKey,
  PlanPreview,
  Problem,
  Profile,
  TextAnalysis,
  TextAnalyzerRequest,
  UsageReport,
} from "../dist/hey-api/types.gen.js";
import { dataOf, type Observed, square } from "./observed.js";

/** Makes calls with the functions that `@hey-api/openapi-ts` generates. */
export async function observe(baseUrl: string, key: string): Promise<Observed> {
  // A text alone would also be sent as the session cookie, which is the other credential of the management calls.
  const client = createClient({
    baseUrl,
    auth: ({ type }) => (type === "http" ? key : undefined),
  });
  const text: TextAnalyzerRequest = { text: "Not bad at all.", analysis_type: "sentiment" };
  const analysis: TextAnalysis = dataOf(await textAnalyzer({ client, body: text }));
  const converted = dataOf(await imageConverter({ client, body: { image: square, format: "webp" } }));
  if (converted instanceof Blob) throw new Error("expected a record, received an image");
  const file = dataOf(
    await imageConverter({
      client,
      body: { image: square, format: "png" },
      headers: { Accept: "image/*" },
      parseAs: "blob",
    }),
  );
  if (!(file instanceof Blob)) throw new Error("expected an image, received a record");
  const report: UsageReport = dataOf(await usage({ client, query: { granularity: "day" } }));
  const owner: Profile = dataOf(await profile({ client, query: { include_stats: true } }));
  const issued: IssuedApiKey = dataOf(
    await createKey({ client, body: { name: "Generated", daily_limit: 5 } }),
  );
  const { items } = dataOf(await listKeys({ client, query: { limit: 20 } }));
  await revokeKey({ client, path: { id: issued.id }, throwOnError: true });
  const refused = await usage({ client, query: { start_date: "2026-02-31" } });
  const problem: Problem | undefined = refused.error;
  const preview: PlanPreview = dataOf(await previewPlanChange({ client, body: { plan: "pro" } }));
  return {
    sentiment: analysis.sentiment?.label,
    image: { format: converted.format, width: converted.width },
    file: { type: file.type, bytes: file.size },
    endpoints: report.by_endpoint.map(({ endpoint }) => endpoint),
    callsToday: owner.stats?.calls_today,
    issued: { name: issued.name, limit: issued.daily_limit, prefix: issued.key?.slice(0, 8) },
    keys: items.length,
    refused: {
      status: refused.response?.status ?? 0,
      code: problem?.code ?? "",
      parameters: (problem?.errors ?? []).map(({ pointer }) => pointer),
    },
    plan: preview.plan,
    due: preview.total_due.amount,
  };
}
