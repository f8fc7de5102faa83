import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Dashboard, Visitor } from "../engines/chromium.ts";
import { type CurlAnswer, runCurl, runInShell } from "./curl.ts";
import type { Hands } from "./hands.ts";

/** The daily calls of the free plan on the server of a journey. */
export const freeLimit = 3;

/** The user of a journey, and the input device. */
export interface Traveller {
  dashboard: Dashboard;
  visitor: Visitor;
  hands: Hands;
  email: string;
  /** Whether the browser runs scripts, which the copy buttons need. */
  hasScripts: boolean;
}

const number = new Intl.NumberFormat("en");

interface Money {
  amount: number;
  currency: string;
}

function dollars({ amount, currency }: Money): string {
  expect(currency).toBe("usd");
  return new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(amount / 100);
}

async function textsOf(page: Page, selector: string): Promise<string[]> {
  const texts = await page.locator(selector).allTextContents();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

/** Returns the terms of all description lists of a page with their descriptions. */
async function factsOf(page: Page): Promise<Record<string, string>> {
  const [terms, facts] = await Promise.all([textsOf(page, "main dt"), textsOf(page, "main dd")]);
  expect(facts).toHaveLength(terms.length);
  return Object.fromEntries(terms.map((term, index) => [term, facts[index] ?? ""]));
}

/** Returns the amounts of a table of charges, including the totals. */
function amountsOf(page: Page, table: string): Promise<string[]> {
  return textsOf(page, `[aria-label="${table}"] td.amount`);
}

interface Usage {
  totals: Record<"calls" | "succeeded" | "failed" | "rejected" | "server_errors", number>;
  by_endpoint: Record<string, number | string>[];
  quota: { limit: number; used: number; remaining: number };
}

interface Plan {
  plan: string;
  daily_limit: number;
  price: Money;
  amount_due: Money;
  credit: Money;
  next_invoice: { at: string; total: Money; amount_due: Money } | null;
}

function titleOf({ plan }: Plan): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

interface Invoice {
  id: string;
  lines: { amount: Money }[];
  total: Money;
  amount_due: Money;
}

/** Calls the management API with curl, in the session of the browser. */
async function ask<Answer>({ dashboard, visitor }: Traveller, path: string): Promise<Answer> {
  const cookie = await visitor.cookie();
  const { status, json } = await runCurl(`curl -sS '${dashboard.url}${path}' -H 'Cookie: ${cookie}'`);
  expect(status, path).toBe(200);
  // The documented response of the path.
  return json as Answer;
}

async function heading({ visitor }: Traveller): Promise<string> {
  return (await textsOf(visitor.page, "h1")).join();
}

/** Creates an account, starting from the landing page. */
async function openAccount(traveller: Traveller): Promise<void> {
  const { visitor, hands, email } = traveller;
  await visitor.goTo("/");
  await hands.follow("Create account");
  await hands.fill("Email address", email);
  await hands.fill("Password", "correct horse battery");
  await hands.submit("Create account");
  expect(await heading(traveller)).toBe("Overview");
}

/** Copies or reads the curl line, as an owner does. */
async function takeLine({ visitor: { page }, hands, hasScripts }: Traveller): Promise<string> {
  if (!hasScripts) return (await textsOf(page, "#call")).join();
  await hands.press("Copy curl command");
  await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Creates a key and makes the first call with it, in at most three choices. */
async function makeFirstCall(traveller: Traveller): Promise<string> {
  const { hands } = traveller;
  const before = hands.choices;
  await hands.submit("Create your first API key");
  const line = await takeLine(traveller);
  expect(hands.choices - before).toBeLessThanOrEqual(traveller.hasScripts ? 2 : 1);
  expect(line).toMatch(/^curl [^\n]*tk_live_\w{38}[^\n]*$/);
  expect(JSON.parse(await runInShell(line))).toMatchObject({ language: { code: "en" }, sentiment: {} });
  return line;
}

/** Follows the link to a section. On a phone, a button opens the sections. */
async function goToSection({ visitor, hands }: Traveller, name: string): Promise<void> {
  if (await visitor.page.getByRole("button", { name: "Menu" }).isVisible()) await hands.press("Menu");
  await hands.follow(name);
}

const shortDate = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

async function expectOverview(traveller: Traveller): Promise<void> {
  const { visitor } = traveller;
  await goToSection(traveller, "Overview");
  const { quota, totals } = await ask<Usage>(traveller, "/account/usage");
  const plan = await ask<Plan>(traveller, "/account/plan");
  const next = plan.next_invoice;
  const { succeeded, failed, rejected, server_errors: serverErrors } = totals;
  const all = succeeded + failed + rejected + serverErrors;
  const due = plan.amount_due.amount > 0 ? `; ${dollars(plan.amount_due)} due now` : "";
  const facts = await factsOf(visitor.page);
  expect(facts).toEqual({
    "Calls today": expect.stringMatching(
      new RegExp(
        `^${number.format(quota.used)} of ${number.format(quota.limit)}, resets in (\\d+ (hour|minute)s?|less than a minute)`,
      ),
    ),
    "Calls in 30 days": `${number.format(totals.calls)} new against the 30 days before`,
    "Errors in 30 days": `${Math.round(((all - succeeded) / all) * 1000) / 10}% – before`,
    "Median latency": expect.stringMatching(/^(– no requests in the log|[\d.,]+ ms 95% within [\d.,]+ ms)/),
    "Next invoice": next
      ? `${dollars(next.amount_due)} ${titleOf(plan)}, on ${shortDate.format(Date.parse(next.at))}${due}`
      : `None ${titleOf(plan)}, no charge${due}`,
  });
  const legend = await textsOf(visitor.page, ".legend li[data-field]");
  expect(legend).toEqual([
    `Succeeded (2xx) ${number.format(succeeded)}`,
    `Failed (4xx) ${number.format(failed)}`,
    `Rejected (429) ${number.format(rejected)}`,
    `Server errors (5xx) ${number.format(serverErrors)}`,
  ]);
}

async function expectUsage(traveller: Traveller): Promise<Usage> {
  const { visitor } = traveller;
  await goToSection(traveller, "Usage");
  const usage = await ask<Usage>(traveller, "/account/usage");
  const columns = ["calls", "succeeded", "failed", "rejected", "server_errors", "bytes_in", "bytes_out"];
  const shown = visitor.page.locator('[aria-label="Calls by endpoint"] td data');
  const values = await Promise.all((await shown.all()).map((cell) => cell.getAttribute("value")));
  expect(values).toEqual(
    usage.by_endpoint.flatMap((record) =>
      [...columns, "average_duration_ms"].map((name) => String(record[name])),
    ),
  );
  return usage;
}

/** Makes calls until the quota is exhausted. The next call is rejected, and the pages show it. */
async function useUp(traveller: Traveller, line: string): Promise<void> {
  for (let used = 2; used <= freeLimit; used++) {
    const { status, headers } = await runCurl(line);
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, String(freeLimit - used)]);
  }
  const refused = await runCurl(line);
  expect(refused.status).toBe(429);
  expect(refused.json).toMatchObject({ code: "quota_exceeded" });
  await expectOverview(traveller);
  expect(await traveller.visitor.page.locator("main").textContent()).toContain(
    "The server rejects calls until",
  );
  const { totals } = await expectUsage(traveller);
  expect([totals.calls, totals.rejected]).toEqual([freeLimit, 1]);
}

async function expectPlan(traveller: Traveller): Promise<Plan> {
  const plan = await ask<Plan>(traveller, "/account/plan");
  expect(await factsOf(traveller.visitor.page)).toMatchObject({
    [`${dollars(plan.price)} a month`]: titleOf(plan),
    "calls a day": number.format(plan.daily_limit),
    due: dollars(plan.amount_due),
    credit: dollars(plan.credit),
  });
  return plan;
}

/** Upgrades to a more expensive plan for the displayed price. The plan applies to the next call. */
async function upgrade(traveller: Traveller, line: string): Promise<void> {
  const { visitor, hands } = traveller;
  await goToSection(traveller, "Plan");
  expect((await expectPlan(traveller)).plan).toBe("free");
  await hands.follow(/^Preview change to the pro plan$/);
  const shown = await amountsOf(visitor.page, "Cost of the change");
  await hands.submit(/^Change to pro for \$\d+\.\d\d$/);
  expect(await expectPlan(traveller)).toMatchObject({ plan: "pro", daily_limit: 10_000 });

  const called = await runCurl(line);
  expect(called.status).toBe(200);
  expect(called.headers.get("ratelimit-policy")).toBe('"daily";q=10000;w=86400');
  expect(called.headers.get("x-ratelimit-remaining")).toBe(String(10_000 - freeLimit - 1));

  await hands.follow(/^View invoice INV-\d{6}$/);
  const [, id = ""] = /(\d{8})$/.exec(visitor.page.url()) ?? [];
  const invoice = await ask<Invoice>(traveller, `/account/invoices/${id}`);
  const amounts = [...invoice.lines.map(({ amount }) => amount), invoice.total, invoice.amount_due];
  expect(shown).toEqual(amounts.map(dollars));
  expect(await amountsOf(visitor.page, "Lines of the invoice")).toEqual(shown);
  await expectOverview(traveller);
}

async function signOut(traveller: Traveller): Promise<void> {
  const { dashboard, visitor, hands } = traveller;
  const cookie = await visitor.cookie();
  if (await visitor.page.getByRole("button", { name: "Menu" }).isVisible()) await hands.press("Menu");
  await hands.submit("Sign out");
  expect(await visitor.goTo("/keys")).toBe(200);
  expect(new URL(visitor.page.url()).pathname).toBe("/sign-in");
  const answer: CurlAnswer = await runCurl(`curl -sS '${dashboard.url}/account' -H 'Cookie: ${cookie}'`);
  expect(answer.status).toBe(401);
}

/**
 * Runs an owner's journey from the landing page to the first invoice. Compares each number on a page with the
 * response of the management API.
 */
export async function travel(traveller: Traveller): Promise<void> {
  await openAccount(traveller);
  const line = await makeFirstCall(traveller);
  await expectOverview(traveller);
  await useUp(traveller, line);
  await upgrade(traveller, line);
  await signOut(traveller);
  traveller.visitor.expectQuiet();
}
