import { expect } from "vitest";
import { fieldsOf, type OwnerPages, wordsOf } from "./owner-pages.ts";

/** The headers of a browser's page request. */
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
  number: string | null;
  status: string;
  lines: { kind: string; plan: string; amount: Money }[];
  total: Money;
  credit_applied: Money;
  amount_due: Money;
}

// The contract requires the shapes. Each test checks the fields that it reads.

/** Returns the plan of an owner, from the API. */
export const planOf = async (owner: OwnerPages) => (await owner.ask("GET /account/plan")) as PlanState;

/** Returns the items of an owner's list, from the API. */
export const listOf = async (owner: OwnerPages, list: string) =>
  ((await owner.ask(`GET /account/${list}`)) as { items: unknown[] }).items;

/** Returns the invoices of an owner from the API, newest first. */
export const invoicesOf = async (owner: OwnerPages) =>
  (await listOf(owner, "invoices?order=desc&limit=100")) as Invoice[];

/** Formats an amount like the pages do. */
export const dollars = ({ amount }: Money) =>
  new Intl.NumberFormat("en", { style: "currency", currency: "USD" }).format(amount / 100);

/** Returns the texts of the cells of a page's tables, row by row. */
export function rowsOf(html: string): string[][] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = ""]) => wordsOf(cell)),
  );
}

/** Returns the description of a term on a page. */
export function valueOf(html: string, term: string): string {
  const [, value = ""] = new RegExp(`<dt>${term}</dt><dd>(.*?)</dd>`).exec(html) ?? [];
  return wordsOf(value);
}

/** Returns a page, and requires the given status. */
export async function pageOf(owner: OwnerPages, path: string, status = 200): Promise<string> {
  const response = await owner.get(path);
  const html = await response.text();
  expect(response.status, wordsOf(html)).toBe(status);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  return html;
}

/** Submits the confirmation on a page, and resolves to the redirect. */
export async function confirm(owner: OwnerPages, html: string): Promise<string> {
  const response = await owner.post("/plan", fieldsOf(html, "/plan"));
  expect(response.status, wordsOf(await response.text())).toBe(303);
  return response.headers.get("Location") ?? "";
}

/** Changes the plan on the page that shows its cost. */
export const change = async (owner: OwnerPages, query: string) =>
  confirm(owner, await pageOf(owner, `/plan/change?${query}`));
