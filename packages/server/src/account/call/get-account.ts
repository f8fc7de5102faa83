import { accountExample, AccountRecord, accountRecord } from "./account-record.ts";
import { managementRoute } from "./route.ts";

export const getAccount = managementRoute({
  method: "GET",
  path: "/account",
  operationId: "get-account",
  whileSuspended: true,
  summary: "Get the account.",
  description: "The account that the session or the credential belongs to, with its plan and status.",
  status: 200,
  answer: AccountRecord,
  example: { answer: accountExample },
  handle: ({ services, caller }) => accountRecord(services, caller.account),
});
