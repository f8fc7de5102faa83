import { ToolsError } from "@tools-api/core";
import {
  getInvoice as findInvoice,
  InvoiceRecord,
  invoiceRecord,
  LedgerLineRecord,
  ledgerRecord,
  listInvoices,
  listLedger,
} from "@tools-api/core/billing";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { prefersHtml } from "../../http/accept.ts";
import { resolveCaller } from "../call/caller.ts";
import { OrderedPageQuery, pageExample, pageRecord, positionedQuery, readPage } from "../call/page.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";
import { askToSignIn } from "../call/page-route.ts";
import { respondProblemPage } from "../../ui/problem-page.tsx";
import { inView, viewOf } from "../../ui/view.ts";
import { respondInvoice } from "./invoice-page.tsx";

export const noAmount = { amount: 0, currency: "usd" };
export const owedAmount = { amount: 1048, currency: "usd" };
export const proPrice = { amount: 2900, currency: "usd" };

export const lineExample = {
  kind: "charge",
  plan: "pro",
  from: "2026-11-21T13:13:30Z",
  to: "2026-12-02T09:14:07Z",
  price: proPrice,
  amount: owedAmount,
  description: null,
};

export const invoiceExample = {
  id: "00000001",
  status: "open",
  created_at: "2026-11-21T13:13:30Z",
  period_start: "2026-11-02T09:14:07Z",
  period_end: "2026-12-02T09:14:07Z",
  lines: [lineExample],
  total: owedAmount,
  credit_applied: noAmount,
  amount_paid: noAmount,
  amount_due: owedAmount,
  amount_adjusted: noAmount,
  due_at: "2026-12-05T13:13:30Z",
  amount_refunded: noAmount,
  paid_at: null,
  payment_failure: null,
  number: "INV-000042",
  seller: { name: "Tools Example Ltd", address: ["1 Example Road", "London"], tax_id: "GB123456789" },
  buyer: null,
  taxes: [],
};

export const ledgerLineExample = {
  id: "00000001",
  ...lineExample,
  balance: owedAmount,
  invoice: invoiceExample.id,
  created_at: invoiceExample.created_at,
};

export const getInvoices = managementRoute({
  method: "GET",
  path: "/account/invoices",
  operationId: "list-invoices",
  whileSuspended: true,
  summary: "List the invoices, oldest first. `order=desc` returns the newest first.",
  description: "Invoice numbers start at 1 and have no gaps.",
  query: positionedQuery(OrderedPageQuery, "invoice"),
  status: 200,
  answer: pageRecord(InvoiceRecord),
  example: pageExample(invoiceExample, { limit: 20, order: "desc" }),
  handle: ({ services, caller, query: { order, ...query } }) =>
    readPage(query, async (page) =>
      (await listInvoices(services.documents, caller.account.id, { ...page, order })).map((invoice) =>
        invoiceRecord(invoice, { isOperator: caller.operator !== undefined }),
      ),
    ),
});

export const getLedger = managementRoute({
  method: "GET",
  path: "/account/ledger",
  operationId: "list-ledger",
  whileSuspended: true,
  summary: "List every charge, credit, rounding line and payment, oldest first. Their sum is the balance.",
  description:
    "The ledger is append-only. Each line has the `balance` after it; a negative balance is a credit for the account.",
  query: positionedQuery(OrderedPageQuery, "line"),
  status: 200,
  answer: pageRecord(LedgerLineRecord),
  example: pageExample(ledgerLineExample, { limit: 20, order: "desc" }),
  handle: ({ services, caller, query: { order, ...query } }) =>
    readPage(query, async (page) =>
      (await listLedger(services.documents, caller.account.id, { ...page, order })).map(ledgerRecord),
    ),
});

export const getInvoice = managementRoute({
  method: "GET",
  path: "/account/invoices/{id}",
  operationId: "get-invoice",
  whileSuspended: true,
  summary: "Get an invoice as JSON, or as a page that prints on A4 and Letter, by the Accept header.",
  description: "A browser gets the page. A browser without a session is redirected to sign-in.",
  errors: ["not_found"],
  status: 200,
  answer: InvoiceRecord,
  otherTypes: ["text/html"],
  example: { parameters: { id: invoiceExample.id }, answer: invoiceExample },
  handle: async ({ services, caller, id }) =>
    invoiceRecord(await findInvoice(services.documents, { account: caller.account.id, id }), {
      isOperator: caller.operator !== undefined,
    }),
});

async function showInvoice(c: ApiContext, services: AccountServices): Promise<Response> {
  try {
    const caller = await resolveCaller(c, services, getInvoice.scope);
    const id = c.req.param("id") ?? "";
    const invoice = await getInvoice.perform(c, services, caller, { id });
    return await respondInvoice(c, services, caller.account, invoice);
  } catch (error) {
    if (error instanceof ToolsError && error.code === "missing_credentials") return askToSignIn(c, services);
    return respondProblemPage(c, error, services);
  }
}

/** `GET /account/invoices/{id}`: responds to a browser with a page, including for errors. */
const getInvoiceOrPage: ManagementRoute<typeof InvoiceRecord> = {
  ...getInvoice,
  async run(c, services) {
    c.header("Vary", "Accept");
    return prefersHtml(c)
      ? inView(viewOf(c, services), () => showInvoice(c, services))
      : getInvoice.run(c, services);
  },
};

/** The management calls under `/account/invoices` and `/account/ledger`. */
export const invoiceRoutes: readonly ManagementRoute[] = [getInvoices, getInvoiceOrPage, getLedger];
