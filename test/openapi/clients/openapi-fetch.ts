import createClient from "openapi-fetch";
import type { components, paths } from "../dist/openapi-typescript.js";
import { dataOf, type Observed, square } from "./observed.js";

type Schemas = components["schemas"];

/** Makes calls with the client of openapi-fetch, typed by openapi-typescript. */
export async function observe(baseUrl: string, key: string): Promise<Observed> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const text: Schemas["TextAnalyzerRequest"] = { text: "Not bad at all.", analysis_type: "sentiment" };
  const analysis: Schemas["TextAnalysis"] = dataOf(
    await client.POST("/v1/tools/text-analyzer", { body: text }),
  );
  const converted = dataOf(
    await client.POST("/v1/tools/image-converter", { body: { image: square, format: "webp" } }),
  );
  if (typeof converted === "string") throw new Error("expected a record, received an image");
  if (!("format" in converted)) throw new Error("expected one result, received a list");
  const file: unknown = dataOf(
    await client.POST("/v1/tools/image-converter", {
      body: { image: square, format: "png" },
      headers: { Accept: "image/*" },
      parseAs: "blob",
    }),
  );
  if (!(file instanceof Blob)) throw new Error("expected an image, received a record");
  const usage: Schemas["UsageReport"] = dataOf(
    await client.GET("/v1/analytics/usage", { params: { query: { granularity: "day" } } }),
  );
  const profile: Schemas["Profile"] = dataOf(
    await client.GET("/v1/user/profile", { params: { query: { include_stats: true } } }),
  );
  const issued: Schemas["IssuedApiKey"] = dataOf(
    await client.POST("/account/keys", { body: { name: "Generated", daily_limit: 5 } }),
  );
  const { items } = dataOf(await client.GET("/account/keys", { params: { query: { limit: 20 } } }));
  await client.DELETE("/account/keys/{id}", { params: { path: { id: issued.id } } });
  const refused = await client.GET("/v1/analytics/usage", {
    params: { query: { start_date: "2026-02-31" } },
  });
  const problem: Schemas["Problem"] | undefined = refused.error;
  const preview: Schemas["PlanPreview"] = dataOf(
    await client.POST("/account/plan/preview", { body: { plan: "pro" } }),
  );
  return {
    sentiment: analysis.sentiment?.label,
    image: { format: converted.format, width: converted.width },
    file: { type: file.type, bytes: file.size },
    endpoints: usage.by_endpoint.map(({ endpoint }) => endpoint),
    callsToday: profile.stats?.calls_today,
    issued: { name: issued.name, limit: issued.daily_limit, prefix: issued.key?.slice(0, 8) },
    keys: items.length,
    refused: {
      status: refused.response.status,
      code: problem?.code ?? "",
      parameters: (problem?.errors ?? []).map(({ pointer }) => pointer),
    },
    plan: preview.plan,
    due: preview.total_due.amount,
  };
}
