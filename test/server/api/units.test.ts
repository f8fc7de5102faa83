import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey, setPlan } from "@tools-api/core/accounts";
import { defineTool } from "@tools-api/core/tools";
import { createApi } from "@tools-api/server";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sharedEngines } from "../../adapters/storage/shared-engines.ts";
import { expectContractHeaders, expectProblem, getRequest, jsonRequest } from "../contract.ts";

/** Counts the pages of a document. Each page is a call. */
const pages = defineTool({
  name: "count-pages",
  scope: "pages:count",
  consent: "Count pages",
  summary: "Counts pages.",
  request: z.strictObject({ pages: z.int().min(1).max(500) }),
  response: z.object({ pages: z.int() }),
  units: (request) => request.pages,
  examples: [{ request: { pages: 1 } }],
  run: (request) => request,
});

describe.each(sharedEngines)("a tool with units on $engine", ({ canStart, open }) => {
  it.skipIf(!canStart())(
    "admits 33 of 120 concurrent calls of 3 units under a limit of 100, and the report shows their units",
    async () => {
      const documents = memoryDocuments();
      const authenticator = apiKeyAuthenticator({ documents });
      const stores = await open();
      const apis = stores.map((usage) => createApi({ documents, usage, authenticator, tools: [pages] }));
      const [usage] = stores;
      if (!usage) throw new Error("expected a store");
      const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
      await setPlan({ documents, usage }, account.id, { plan: "free", dailyLimit: 100 });
      const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
      const call = async (index: number): Promise<number | undefined> =>
        (await apis[index % 2]?.request("/v1/tools/count-pages", jsonRequest(secret, { pages: 3 })))?.status;
      const statuses = await Promise.all(Array.from({ length: 120 }, async (_, index) => call(index)));
      // A full queue refuses some calls, which can be sent again.
      for (const [index, status] of statuses.entries())
        if (status === 503) statuses[index] = await call(index);
      expect(statuses.filter((status) => status === 200)).toHaveLength(33);
      expect(statuses.filter((status) => status === 429)).toHaveLength(87);
      const read = await apis[0]?.request("/v1/analytics/usage", getRequest(secret));
      expect(await read?.json()).toMatchObject({ totals: { units: 100 }, quota: { used: 100 } });
    },
  );
});

describe("a tool with units", () => {
  const [sqlite] = sharedEngines;

  it("costs one unit if its body is invalid, and none if its units do not fit", async () => {
    const [usage] = (await sqlite?.open()) ?? [];
    if (!usage) throw new Error("expected a store");
    const documents = memoryDocuments();
    const api = createApi({
      documents,
      usage,
      authenticator: apiKeyAuthenticator({ documents }),
      tools: [pages],
    });
    const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
    const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
    const call = async (body: object) => api.request("/v1/tools/count-pages", jsonRequest(secret, body));
    expect(expectContractHeaders(await call({ pages: 400 })).remaining).toBe(600);
    const invalid = await call({ pages: 0 });
    expect(expectContractHeaders(invalid).remaining).toBe(599);
    await expectProblem(invalid, 422, "invalid_parameter");
    expect(expectContractHeaders(await call({ pages: 400 })).remaining).toBe(199);
    const refused = await call({ pages: 400 });
    expect(expectContractHeaders(refused).remaining).toBe(199);
    const problem = await expectProblem(refused, 429, "quota_exceeded");
    expect(problem.message).toContain("this call counts as 400");
    expect(expectContractHeaders(await call({ pages: 199 })).remaining).toBe(0);
  });
});
