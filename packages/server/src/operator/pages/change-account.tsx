import { invalidParameters } from "@tools-api/core/internal/schema";
import { type Faults, formFaults, FormFault } from "../../ui/form.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { close, getAccount, makeSignInLink } from "../calls/accounts.ts";
import { respondAccount } from "./account.tsx";
import { type Change, changes, type Form, isChange, type Question, showLink } from "./account-changes.ts";
import { accountPath, askForRecentSignIn, respondConsole } from "./operator-page.tsx";

interface Confirmation {
  question: Question;
  /** The fields of the form that answers it. */
  form?: Form;
  /** The part of the form's path after that of the account. */
  below?: string;
  faults?: Faults;
  error?: unknown;
}

/** Responds with a question and the form that answers it. */
async function respondQuestion(
  page: PageCall,
  { question, form = {}, below = "", faults = {}, error }: Confirmation,
): Promise<Response> {
  const { base, id, ask } = page;
  const { email } = await ask(getAccount);
  const path = base + accountPath(id);
  return respondConsole(
    page,
    { title: question.title, path: "/operator/console", narrow: true, error },
    <section class="card danger">
      <h1>{question.title}</h1>
      <p>{question.text(email || id)}</p>
      <FormFault faults={faults} />
      <div class="actions">
        <form method="post" action={path + below}>
          {Object.entries(form).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button class="bad">{question.label}</button>
        </form>
        <a href={path}>Change nothing</a>
      </div>
    </section>,
  );
}

/** `POST /operator/console/:id`: makes the change that the form names. */
export async function submitChange(page: PageCall): Promise<Response> {
  const { c, base, id, ask } = page;
  const form = await readPageForm(c);
  const { action = "", object = "" } = form;
  const isGuarded =
    action === showLink || (isChange(action) && (changes[action] as Change).isGuarded?.(form) === true);
  const redirect = isGuarded ? askForRecentSignIn(page, accountPath(id)) : null;
  if (redirect) return redirect;
  try {
    if (action === showLink)
      return await respondAccount(page, { url: (await ask(makeSignInLink, { body: {} })).url });
    if (!isChange(action)) {
      const expected = [...Object.keys(changes), showLink].join(", ");
      throw invalidParameters([{ name: "action", detail: `expected one of ${expected}` }]);
    }
    const change: Change = changes[action];
    const question = change.asks?.(form);
    if (question && form["confirmed"] !== "yes")
      return await respondQuestion(page, { question, form: { ...form, confirmed: "yes" } });
    await ask(change.route, change.input?.(form) ?? { id: object });
    return c.redirect(`${base}${accountPath(id)}?notice=${action}`, 303);
  } catch (error) {
    const {
      action: fault,
      reason,
      ...others
    } = formFaults(error, {
      daily_limit: "Enter a whole number of 1 or more, or leave the field empty.",
      email: "Enter an email address such as ada@example.com.",
      amount: "Enter an amount such as 29.00.",
      price: "Enter an amount such as 29.00, or leave the field empty.",
      reason:
        action === "suspend"
          ? "Enter a reason of 1 to 500 characters."
          : "Enter a purpose of 1 to 200 characters.",
    });
    const field = action === "suspend" ? "reason" : "credit_reason";
    const faults = reason === undefined ? others : { ...others, [field]: reason };
    return respondAccount(page, { faults: fault === undefined ? faults : { "": fault }, error });
  }
}

const closing: Question = {
  title: "Close this account?",
  text: (account) =>
    `You cannot undo this. The server rejects every credential of ${account} and erases the name and the email ` +
    "address. The invoices, the credit and the usage totals remain.",
  label: "Close account permanently",
};

/** `GET /operator/console/:id/close`: asks for a confirmation. */
export async function showClosing(
  page: PageCall,
  state: Pick<Confirmation, "faults" | "error"> = {},
): Promise<Response> {
  return respondQuestion(page, { question: closing, below: "/close", ...state });
}

/** `POST /operator/console/:id/close`: closes the account. */
export async function submitClosing(page: PageCall): Promise<Response> {
  const { c, base, id, ask } = page;
  try {
    await ask(close);
    return c.redirect(base + accountPath(id), 303);
  } catch (error) {
    return showClosing(page, { faults: formFaults(error), error });
  }
}
