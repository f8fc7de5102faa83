import { ApiError, createClient, TimeoutError } from "@tools-api/server/client";

// Declares only the part of Deno's global that this program uses.
declare const Deno: { args: string[] };

const [baseUrl = "", token = ""] = Deno.args;
const client = createClient({ baseUrl, token });
const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='6'/>");
const analysis = await client.call("text-analyzer", { text: "Not bad at all." });
const { image, width, original } = await client.call("image-converter", { image: svg, format: "png" });
const { result, policies } = await client.withResponse.profile();
const refusal: unknown = await client.usage({ start_date: "2026-02-31" }).catch((error: unknown) => error);
const late: unknown = await client.usage({}, { timeout: 1, maxRetries: 0 }).catch((error: unknown) => error);
const aborted: unknown = await client
  .profile({}, { signal: AbortSignal.abort("changed") })
  .catch((error: unknown) => error);
console.log(
  JSON.stringify({
    label: analysis.sentiment?.label,
    image: new TextDecoder().decode(image.subarray(1, 4)),
    width,
    original: original.format,
    remaining: policies[0]?.remaining === result.quota.remaining,
    refusal: refusal instanceof ApiError && refusal.errors,
    late: late instanceof TimeoutError,
    aborted,
  }),
);
