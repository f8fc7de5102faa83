import { ToolsError } from "@tools-api/core";
import type { Account } from "@tools-api/core/accounts";
import type { ApiContext } from "../../http/context.ts";
import type { AccountServices } from "../../session/services.ts";
import { Instant } from "../../ui/format.tsx";
import { Page } from "../../ui/layout.tsx";
import { rejectForm, respondPage } from "../../ui/respond-page.ts";

/** Responds with the reason of a suspension, and with the pages that the owner can still open. */
export function respondSuspended(
  c: ApiContext,
  { basePath: base }: Pick<AccountServices, "basePath">,
  account: Account,
): Promise<Response> {
  const { id, suspension } = account;
  const error = new ToolsError("account_suspended", `The account ${id} is suspended.`);
  return respondPage(
    c,
    <Page title="Account suspended" base={base} signedInAs={account} narrow>
      <div class="card">
        <h1>Account suspended</h1>
        {suspension ? (
          <p>
            The operator of this server suspended your account on <Instant at={suspension.at} />:{" "}
            {suspension.reason}
          </p>
        ) : (
          <p>The operator of this server suspended your account.</p>
        )}
        <p>
          Your keys and tokens do not work. You are not charged for this time. Contact the operator to
          reactivate the account.
        </p>
        <ul>
          <li>
            <a href={`${base}/plan/invoices`}>View your invoices</a>
          </li>
          <li>
            <a href={`${base}/plan/ledger`}>View your ledger</a>
          </li>
          <li>
            <a href={`${base}/account/export`} download="account.json">
              Download your data
            </a>
          </li>
        </ul>
      </div>
    </Page>,
    { status: rejectForm(c, error) },
  );
}
