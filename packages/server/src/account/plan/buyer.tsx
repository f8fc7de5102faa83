import { getAccount } from "../call/get-account.ts";
import { changeBillingDetails, removeBillingDetails } from "./buyer-routes.ts";
import { Field, type Faults, formFaults, FormFault, LinesField } from "../../ui/form.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";

/** `GET /plan/buyer`: shows the buyer on later invoices, with the form that changes it. */
export async function showBuyer(
  page: PageCall,
  { sent, faults = {}, error }: { sent?: Record<string, string>; faults?: Faults; error?: unknown } = {},
): Promise<Response> {
  const { c, base, ask } = page;
  const { billingDetails: stored } = await ask(getAccount);
  const shown = sent ?? {
    name: stored?.name ?? "",
    address: stored?.address.join("\n") ?? "",
    tax_id: stored?.taxId ?? "",
  };
  return respondDashboard(
    page,
    { title: "Billing details", section: "plan", narrow: true, crumb: ["/plan", "Plan"], error },
    <div class="card">
      <h1>Billing details</h1>
      <p>Later invoices show these details. Earlier invoices stay the same.</p>
      {c.req.query("notice") === "saved" && (
        <p class="notice" role="status">
          You saved your billing details.
        </p>
      )}
      <FormFault faults={faults} />
      <form method="post" action={`${base}/plan/buyer`}>
        <Field name="name" label="Name or company" value={shown["name"]} faults={faults} />
        <LinesField
          name="address"
          label="Address (optional)"
          hint="One line each, at most six."
          value={shown["address"]}
          fault={faults["address"]}
        />
        <Field name="tax_id" label="Tax number" value={shown["tax_id"]} faults={faults} optional />
        <button>Save billing details</button>
      </form>
      {stored && (
        <form method="post" action={`${base}/plan/buyer`}>
          <input type="hidden" name="remove" value="true" />
          <button class="quiet small">Remove billing details</button>
        </form>
      )}
    </div>,
  );
}

/** `POST /plan/buyer`: saves or removes the buyer. */
export async function submitBuyer(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const form = await readPageForm(c);
  const { name = "", address = "", tax_id: taxId = "", remove } = form;
  try {
    if (remove !== undefined) await ask(removeBillingDetails);
    else {
      const lines = address.split(/\r?\n/).map((line) => line.trim());
      const body = { name, address: lines.filter((line) => line !== ""), tax_id: taxId.trim() || null };
      await ask(changeBillingDetails, { body });
    }
    return c.redirect(`${base}/plan/buyer?notice=saved`, 303);
  } catch (error) {
    const faults = formFaults(error, {
      name: "Enter a name of 1 to 200 characters.",
      address: "Enter at most six lines of up to 200 characters.",
      tax_id: "Enter at most 50 characters.",
    });
    return showBuyer(page, { sent: form, faults, error });
  }
}
