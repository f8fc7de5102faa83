import { expect } from "vitest";
import { fieldsOf, type OwnerPages, wordsOf } from "./owner-pages.ts";

/** What a browser asks for. */
export const asBrowser = { Accept: "text/html,application/xhtml+xml" };

interface Money {
  amount: number;
}

interface PlanState {
  plan: string;
  scheduled: { plan: string } | null;
  amount_due: Money;
  credit: Money;
  next_invoice: { total: Money; amount_due: Money } | null;
}

interface Invoice {
  id: string;
  status: string;
  lines: { kind: string; plan: string; amount: Money }[];
  total: Money;
  credit_applied: Money;
  amount_due: Money;
}

// The shapes are what the contract requires; each test requires what it reads of them.

/** The plan of an owner, by the API. */
export const planOf = async (owner: OwnerPages) => (await owner.ask("GET /account/plan")) as PlanState;

/** The items of a list of an owner's, by the API. */
export const listOf = async (owner: OwnerPages, list: string) =>
  ((await owner.ask(`GET /account/${list}`)) as { items: unknown[] }).items;

/** The invoices of an owner, by the API, the newest first. */
export const invoicesOf = async (owner: OwnerPages) =>
  (await listOf(owner, "invoices?order=desc&limit=100")) as Invoice[];

/** An amount as pages show it. */
export const dollars = ({ amount }: Money) =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(amount / 100);

/** What the cells of a page's tables say, row by row. */
export function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => wordsOf(cell)),
  );
}

/** What stands beside a term of a page. */
export function valueOf(html: string, term: string): string {
  const [, value = ""] = new RegExp(`<dt>${term}</dt><dd>(.*?)</dd>`).exec(html) ?? [];
  return wordsOf(value);
}

/** A page as it is answered, with the status that it has to have. */
export async function pageOf(owner: OwnerPages, path: string, status = 200): Promise<string> {
  const response = await owner.get(path);
  const html = await response.text();
  expect(response.status, wordsOf(html)).toBe(status);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  return html;
}

/** Sends the confirmation on a page, and resolves with where that leads. */
export async function confirm(owner: OwnerPages, html: string): Promise<string> {
  const response = await owner.post("/plan", fieldsOf(html, "/plan"));
  expect(response.status, wordsOf(await response.text())).toBe(303);
  return response.headers.get("Location") ?? "";
}

/** Changes the plan by the page that shows what it costs. */
export const change = async (owner: OwnerPages, query: string) =>
  confirm(owner, await pageOf(owner, `/plan/change?${query}`));
