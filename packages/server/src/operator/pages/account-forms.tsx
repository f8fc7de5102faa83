import { planOptions } from "./plan-options.ts";
import { typedMoney } from "../../ui/format.tsx";
import { type Faults, Field, MoneyField, SelectField } from "../../ui/form.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import type { OperatorAccountRecord } from "../calls/records.ts";
import { type Action, type Form, showLink } from "./account-changes.ts";
import { accountPath } from "./operator-page.tsx";

interface ActionProps {
  page: PageCall;
  action: Action;
  /** The id of the object to change. Default: the account. */
  object?: string;
  label: string;
  /** The name of the object, for screen readers. */
  of?: string;
  /** The other fields. */
  fields?: Form;
}

/** Renders a button that makes a change. */
export function ActionForm({ page: { base, id }, action, object, label, of, fields = {} }: ActionProps) {
  const sent = { action, ...(object !== undefined && { object }), ...fields };
  return (
    <form method="post" action={base + accountPath(id)}>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button class="quiet small" aria-label={of && `${label} ${of}`}>
        {label}
      </button>
    </form>
  );
}

interface ChangeProps {
  page: PageCall;
  account: OperatorAccountRecord;
  /** The currency of the account, in lower case. */
  currency: string;
  path: string;
  faults: Faults;
}

function PlanForm({ page, account: { plan }, currency, path, faults }: ChangeProps) {
  return (
    <form method="post" action={page.base + path}>
      <input type="hidden" name="action" value="plan" />
      <SelectField
        name="plan"
        label="Plan"
        options={planOptions(page.services.plans)}
        selected={plan.name}
        fault={faults["plan"]}
      />
      <Field
        name="daily_limit"
        label="Agreed calls a day (optional)"
        hint="Empty for the limit of the plan."
        type="number"
        min={1}
        value={plan.agreedLimit === null ? "" : String(plan.agreedLimit)}
        faults={faults}
        optional
      />
      <MoneyField
        name="price"
        label="Agreed price a month"
        hint="Such as 29.00. Empty for the price of the plan."
        currency={currency}
        value={plan.agreedPrice === null ? "" : typedMoney({ amount: plan.agreedPrice, currency })}
        faults={faults}
        optional
      />
      <button>Change plan</button>
    </form>
  );
}

function AddressForm({ page, account: { email }, path, faults }: ChangeProps) {
  return (
    <form method="post" action={page.base + path}>
      <input type="hidden" name="action" value="address" />
      <Field
        name="email"
        label="Email address"
        type="email"
        hint="The owner has to confirm another address."
        value={email}
        faults={faults}
      />
      <button>Correct address</button>
    </form>
  );
}

function SuspensionForm({ page, path, faults }: ChangeProps) {
  return (
    <form method="post" action={page.base + path}>
      <input type="hidden" name="action" value="suspend" />
      <Field name="reason" label="Reason" hint="The owner reads it after the sign-in." faults={faults} />
      <button class="bad">Suspend account</button>
    </form>
  );
}

/** Renders the forms that change an account. A closed account has none. */
export function ChangeForms(props: ChangeProps) {
  const { page, account, path } = props;
  const { status, role } = account;
  const isActive = status === "active";
  const isOperator = role === "operator";
  return status === "closed" ? null : (
    <section class="card">
      <h2>Change the account</h2>
      {isActive && <PlanForm {...props} />}
      {!isOperator && (
        <>
          <hr />
          <AddressForm {...props} />
        </>
      )}
      <hr />
      {isActive ? (
        <SuspensionForm {...props} />
      ) : (
        <ActionForm page={page} action="reactivate" label="Reactivate account" />
      )}
      <hr />
      <div class="actions">
        {isActive && !isOperator && <ActionForm page={page} action={showLink} label="Show sign-in link" />}
        {isActive && page.services.mail !== null && (
          <ActionForm page={page} action="send-link" label="Send sign-in link" />
        )}
        {isActive && (
          <ActionForm
            page={page}
            action="role"
            fields={{ role: isOperator ? "customer" : "operator" }}
            label={isOperator ? "Make customer" : "Make operator"}
          />
        )}
        <a class="button bad small" href={`${page.base}${path}/close`}>
          Close account
        </a>
      </div>
    </section>
  );
}
