import { createApiKey } from "@tools-api/core/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import { type ManagementServer, managementServer } from "../../management-server.ts";
import { fieldsOf, followCurl, openOwnerPages, type OwnerPages, textOf, wordsOf } from "./owner-pages.ts";
import { recordHistory } from "./usage-history.ts";

const start = Date.parse("2027-04-20T10:00:00Z");
let now = start;
let server: ManagementServer;

beforeAll(() => {
  server = managementServer({ now: () => now });
});

const newOwner = (name = "") => {
  now = start;
  return openOwnerPages(server, { now, name });
};

interface UsageReport {
  totals: { calls: number; rejected: number; server_errors: number };
  quota: { limit: number; used: number; remaining: number; resets_at: string };
}

const number = (value: number) => value.toLocaleString("en");

/** Returns the description of each term of a page. */
function factsIn(html: string): Map<string, string> {
  return new Map(
    [...html.matchAll(/<dt>([\s\S]*?)<\/dt><dd>([\s\S]*?)<\/dd>/g)].map(([, name = "", value = ""]) => [
      wordsOf(name),
      wordsOf(value),
    ]),
  );
}

async function overviewOf(owner: OwnerPages): Promise<string> {
  return (await owner.get("/")).text();
}

/** Makes a management call of billing like the scripts of the pages. */
async function changePlan(owner: OwnerPages, plan: string): Promise<void> {
  await owner.ask("POST /account/plan", { plan });
}

describe("the start page of a signed-out visitor", () => {
  it("describes the service with plans and prices, and links to the sign-up", async () => {
    const answer = await server.call("GET /");
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const [, plans = ""] = html.split("<h2>Plans</h2>");
    const cards = [...plans.matchAll(/<li class="card">([\s\S]*?)<\/li>/g)].map(([, card = ""]) =>
      wordsOf(card),
    );
    expect(cards).toEqual([
      "Free No charge 1,000 calls a day Start with Free",
      "Pro $29.00 a month 10,000 calls a day Start with Pro",
      "Enterprise $299.00 a month 100,000 calls a day Start with Enterprise",
    ]);
    for (const path of ["/sign-up", "/sign-in", "/docs"]) expect(html).toContain(`href="${path}"`);
    expect(html).not.toContain("aria-current");
  });

  it("shows a curl line that works when it is pasted into a shell with a key", async () => {
    const { key } = await server.owner();
    const [, line = ""] = /<pre [^>]*>(.*?)<\/pre>/s.exec(await (await server.call("GET /")).text()) ?? [];
    const command = textOf(line.replaceAll(/<[^>]+>/g, ""));
    const called = await followCurl(server, command, { TOOLS_API_KEY: key });
    expect(called.status).toBe(200);
    expect(await called.json()).toHaveProperty("sentiment");
  });
});

describe("the overview", () => {
  it("offers a button that creates the first key of an account", async () => {
    const owner = await newOwner();
    const html = await overviewOf(owner);
    expect([...html.matchAll(/<h2>([^<]*)</g)].map(([, name]) => name)).toEqual([
      "Make your first call",
      "Calls, last 30 days",
    ]);
    const facts = factsIn(html);
    expect([...facts.keys()]).toEqual([
      "Calls today",
      "Calls in 30 days",
      "Errors in 30 days",
      "Median latency",
      "Next invoice",
    ]);
    expect(facts.get("Calls today")).toBe("0 of 1,000, resets in 14 hours");
    expect(html).toContain("<button>Create your first API key</button>");
    expect(fieldsOf(html, "/keys").map(([name]) => name)).toContain("key");
    expect(html).not.toContain("<pre");
  });

  it("shows the first curl line to an owner with a key and no calls", async () => {
    const owner = await newOwner();
    const { secret } = await createApiKey(server.documents, owner.account, {}, { at: now });
    const html = await overviewOf(owner);
    expect(html).not.toContain('action="/keys"');
    const line = textOf(/<pre [^>]*>([^<]*)<\/pre>/.exec(html)?.[1] ?? "");
    expect((await followCurl(server, line, { TOOLS_API_KEY: secret })).status).toBe(200);
    const after = await overviewOf(owner);
    expect(after).not.toContain("<pre");
    expect(factsIn(after).get("Calls in 30 days")).toMatch(/^1 new/);
    expect(wordsOf(after)).toContain("default last used just now");
  });

  it("shows the numbers of GET /account/usage, and changes none of them", async () => {
    const owner = await newOwner();
    const { secret } = await createApiKey(server.documents, owner.account, {}, { at: now });
    await server.call("GET /v1/user/profile", { bearer: secret });
    await recordHistory(server.usage, owner.account, [
      { at: "2027-03-21T23:59:00Z", succeeded: 5 },
      { at: "2027-03-22T00:00:00Z", succeeded: 1200, failed: 7 },
      {
        at: "2027-04-19T12:00:00Z",
        endpoint: "image-converter",
        succeeded: 30,
        rejected: 4,
        serverErrors: 2,
      },
      { at: "2027-04-20T09:00:00Z", endpoint: "profile", succeeded: 3, failed: 1 },
    ]);
    // The contract requires the shape. The page is compared with the content below.
    const report = (await owner.ask("GET /account/usage")) as UsageReport;
    const { totals, quota } = report;
    expect(totals).toMatchObject({ calls: 1242, rejected: 4, server_errors: 2 });
    expect(quota).toMatchObject({ limit: 1000, used: 1 });
    const html = await overviewOf(owner);
    const facts = factsIn(html);
    // The five calls before are of the period before.
    expect(facts.get("Calls in 30 days")).toBe("1,242 +24,740% against the 30 days before");
    // 8 failed, 4 rejected and 2 server errors of 1,248 requests.
    expect(facts.get("Errors in 30 days")).toBe("1.1% 0% before");
    expect(facts.get("Calls today")).toContain(`of ${number(quota.limit)}, resets in 14 hours`);
    expect(html).toContain(`<progress max="${quota.limit}" value="${quota.used}"`);
    expect(html).toContain(
      `<time class="relative" datetime="${quota.resets_at}" title="Apr 21, 2027, 00:00 UTC">in 14 hours</time>`,
    );
    expect(wordsOf(html)).toContain(
      "Succeeded (2xx) 1,234 Failed (4xx) 8 Rejected (429) 4 Server errors (5xx) 2",
    );
    expect(wordsOf(html)).toContain("Period before 5 Daily limit 1,000");
    expect(await owner.ask("GET /account/usage")).toEqual(report);
  });

  it("shows the plan of GET /account/plan with the next invoice and the scheduled change", async () => {
    const owner = await newOwner();
    const next = (html: string) => factsIn(html).get("Next invoice");
    expect(next(await overviewOf(owner))).toBe("None Free, no charge");
    await changePlan(owner, "enterprise");
    const paid = await overviewOf(owner);
    expect(next(paid)).toBe("$299.00 Enterprise, on May 20, 2027 ; $299.00 due now");
    expect(factsIn(paid).get("Calls today")).toContain("of 100,000");
    await changePlan(owner, "pro");
    const html = await overviewOf(owner);
    expect(wordsOf(html)).toContain("On May 20, 2027 your plan changes to pro, with 10,000 calls a day.");
    expect(next(html)).toBe("$29.00 Enterprise, on May 20, 2027 ; $299.00 due now");
  });
});
