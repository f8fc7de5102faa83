import { streamed } from "../../http/streamed.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";
import { AccountExport, writeExport } from "./export.ts";

const exportAccount = managementRoute({
  method: "GET",
  path: "/account/export",
  operationId: "export-account",
  whileSuspended: true,
  summary: "Export all stored data about the account.",
  description:
    "The account, its keys, sessions, OAuth clients and grants, its usage per day and endpoint, its invoices, its " +
    "ledger and its audit log. Secrets are omitted, because the store has only their digests.",
  status: 200,
  answer: AccountExport,
  async handle({ c, services, caller, now }) {
    const body = await streamed(writeExport(services, caller.account, now));
    return c.body(body, 200, {
      "Content-Type": "application/json",
      "Content-Disposition": 'attachment; filename="account.json"',
    });
  },
});

/** The management call with all stored data of an account. */
export const exportRoutes: readonly ManagementRoute[] = [exportAccount];
