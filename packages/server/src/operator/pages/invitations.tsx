import type { Plans } from "@tools-api/core";
import { defaultPlan, planTitle } from "@tools-api/core/billing";
import { type Faults, Field, FormFault, formFaults, SelectField } from "../../ui/form.tsx";
import { Day } from "../../ui/format.tsx";
import type { PageCall } from "../../account/call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { Copyable, NextPage, Outcome, pageQuery, Table } from "../../ui/parts.tsx";
import { createOneInvitation, listAllInvitations, revokeOneInvitation } from "../calls/invitations.ts";
import { accountPath, respondConsole } from "./operator-page.tsx";
import { planOptions } from "./plan-options.ts";

const path = "/operator/invite";

const outcomes = new Map([
  ["sent", "The invitation is on its way by mail."],
  ["revoked", "You revoked the invitation."],
]);

const badges = { open: "badge good", used: "badge", expired: "badge warn" } as const;
const stateNames = { open: "Open", used: "Used", expired: "Expired" } as const;

type Invitations = Awaited<ReturnType<typeof readInvitations>>["items"];

function readInvitations({ c, ask }: PageCall) {
  return ask(listAllInvitations, { query: pageQuery(c.req.query("after") || undefined) });
}

interface TableProps {
  base: string;
  plans: Plans;
  invitations: Invitations;
}

function InvitationTable({ base, plans, invitations }: TableProps) {
  return (
    <Table label="Invitations" class="keys stacked" columns={["For", "State", "Plan", "Expires", "Change"]}>
      {invitations.map(({ id, email, state, plan, expiresAt, account }) => (
        <tr key={id}>
          <th scope="row">
            {email ?? "Anyone with the link"}
            {account !== null && (
              <p class="small">
                <a href={base + accountPath(account)}>View the account</a>
              </p>
            )}
          </th>
          <td data-label="State">
            <span class={badges[state]}>{stateNames[state]}</span>
          </td>
          <td data-label="Plan">{planTitle(plans, plan)}</td>
          <td data-label="Expires">
            <Day at={expiresAt} />
          </td>
          <td>
            {state !== "used" && (
              <form method="post" action={base + path}>
                <input type="hidden" name="revoke" value={id} />
                <button class="quiet small" aria-label={`Revoke the invitation for ${email ?? "anyone"}`}>
                  Revoke
                </button>
              </form>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface FormProps {
  base: string;
  plans: Plans;
  values: Readonly<Record<string, string>>;
  faults: Faults;
  sendsMail: boolean;
}

function InvitationForm({ base, plans, values, faults, sendsMail }: FormProps) {
  return (
    <form class="card" method="post" action={base + path}>
      <h2>Invite a user</h2>
      <FormFault faults={faults} />
      <Field
        name="email"
        label="Email address (optional)"
        type="email"
        hint="Only this address can use the invitation. Without it, anyone with the link can."
        value={values["email"]}
        faults={faults}
        optional
      />
      <SelectField
        name="plan"
        label="Plan"
        options={planOptions(plans)}
        selected={values["plan"] ?? defaultPlan(plans).name}
        fault={faults["plan"]}
      />
      {sendsMail && (
        <label class="choice">
          <input type="checkbox" name="send" value="true" checked={values["send"] === "true"} />
          <span>Send the link by mail</span>
        </label>
      )}
      <button>Create invitation</button>
    </form>
  );
}

interface InvitationsState {
  values?: Readonly<Record<string, string>>;
  faults?: Faults;
  error?: unknown;
  /** The link of a new invitation, to show it. */
  url?: string | null;
}

/** `GET /operator/invite`: shows the invitations and the form of a new one. */
export async function respondInvitations(
  page: PageCall,
  { values = {}, faults = {}, error, url = null }: InvitationsState = {},
): Promise<Response> {
  const { c, base, services } = page;
  const { items, next } = await readInvitations(page);
  return respondConsole(
    page,
    { title: "Invitations", path, styles: ["keys.css"], scripts: ["copy-button.js"], error },
    <>
      <h1>Invitations</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      {url !== null && (
        <section class="card">
          <h2>Your new invitation</h2>
          <p>The link opens one account, within seven days. Send it to the user.</p>
          <Copyable id="link" text={url} label="link" />
        </section>
      )}
      <InvitationForm
        base={base}
        plans={services.plans}
        values={values}
        faults={faults}
        sendsMail={services.mail !== null}
      />
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">There are no invitations.</p>
        ) : (
          <InvitationTable base={base} plans={services.plans} invitations={items} />
        )}
        <NextPage path={base + path} next={next} />
      </section>
    </>,
  );
}

/** `POST /operator/invite`: creates an invitation, or revokes one. */
export async function submitInvitation(page: PageCall): Promise<Response> {
  const { c, base, ask } = page;
  const { revoke, ...values } = await readPageForm(c);
  const { email = "", plan = defaultPlan(page.services.plans).name, send } = values;
  try {
    if (revoke !== undefined) {
      await ask(revokeOneInvitation, { id: revoke });
      return c.redirect(`${base}${path}?notice=revoked`, 303);
    }
    const isSent = send === "true";
    const body = { email: email.trim() === "" ? null : email.trim(), plan, send: isSent };
    const { url } = await ask(createOneInvitation, { body });
    return isSent ? c.redirect(`${base}${path}?notice=sent`, 303) : await respondInvitations(page, { url });
  } catch (error) {
    const faults = formFaults(error, { email: "Enter an email address such as ada@example.com." });
    return respondInvitations(page, { values, faults, error });
  }
}
