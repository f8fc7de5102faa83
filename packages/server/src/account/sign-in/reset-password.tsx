import { EmailAddress } from "@tools-api/core/accounts";
import { invalidParameters } from "@tools-api/core/internal/schema";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { requestMailLink, requireMail } from "../../mail/mail-requests.ts";
import { EmailField, type Faults, formFaults, FormFault } from "../../ui/form.tsx";
import { Page } from "../../ui/layout.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { Outcome } from "../../ui/parts.tsx";
import { rejectForm, respondPage } from "../../ui/respond-page.ts";

const outcomes = new Map([
  ["sent", "If the address has an account, a mail with a link is on its way. The link works for an hour."],
]);

interface ResetProps {
  base: string;
  canSend: boolean;
  notice?: string | undefined;
  email?: string;
  faults?: Faults;
}

function ResetPassword({ base, canSend, notice, email, faults = {} }: ResetProps) {
  return (
    <Page title="Reset password" base={base} narrow>
      <div class="card">
        <h1>Reset your password</h1>
        <Outcome name={notice} sentences={outcomes} />
        <FormFault faults={faults} />
        {canSend ? (
          <form method="post" action={`${base}/reset-password`}>
            <EmailField value={email} faults={faults} />
            <button class="wide">Send link</button>
          </form>
        ) : (
          <p>
            This server sends no mail. Its operator can create a sign-in link for you:{" "}
            <code>tools-api accounts sign-in-link --email …</code>
          </p>
        )}
      </div>
      <p>
        <a href={`${base}/sign-in`}>Back to sign-in</a>
      </p>
    </Page>
  );
}

/** `GET /reset-password`: shows the form. */
export function showResetPassword(c: ApiContext, services: AccountServices): Promise<Response> {
  const canSend = services.mail !== null;
  return respondPage(c, ResetPassword({ base: services.basePath, canSend, notice: c.req.query("notice") }));
}

/** `POST /reset-password`: sends a link. The response is the same for every address. */
export async function submitResetPassword(c: ApiContext, services: AccountServices): Promise<Response> {
  const email = ((await readPageForm(c))["email"] ?? "").trim();
  try {
    requireMail(services);
    if (!EmailAddress.safeParse(email).success)
      throw invalidParameters([{ name: "email", detail: "expected an email address" }]);
    await services.signIns.takeForm("recovery", c.get("address"));
    await requestMailLink(c, services, { purpose: "reset", email });
    return c.redirect(`${services.basePath}/reset-password?notice=sent`, 303);
  } catch (error) {
    const faults = formFaults(error, { email: "Enter an email address such as ada@example.com." });
    const canSend = services.mail !== null;
    const page = ResetPassword({ base: services.basePath, canSend, email, faults });
    return respondPage(c, page, { status: rejectForm(c, error) });
  }
}
