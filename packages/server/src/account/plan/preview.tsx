import type { PlanPreview, PlanState } from "@tools-api/core/billing";
import { LineTable } from "./line-table.tsx";
import { Instant, money, number } from "../../ui/format.tsx";
import { Facts } from "../../ui/parts.tsx";
import { NextInvoice } from "./notices.tsx";

function Lines({ preview }: { preview: PlanPreview }) {
  const { lines, total, creditApplied: credit, amountDue: due } = preview;
  return (
    <LineTable
      label="Cost of the change"
      lines={lines}
      cycle={{ start: preview.currentPeriodStart, end: preview.currentPeriodEnd }}
      sums={[
        ["Total", total],
        ...(credit.amount > 0 ? [["Paid by credit", credit] as const] : []),
        ["Due today", due],
      ]}
    />
  );
}

const takesEffect: Partial<Record<PlanPreview["effective"], string>> = {
  now: "When you confirm",
  on_payment: "When the invoice is paid",
  on_approval: "When an operator approves it",
};

/** Renders the costs of a change line by line, and its effects. */
export function Preview({ preview, state }: { preview: PlanPreview; state: PlanState }) {
  const { effective, takesEffectAt } = preview;
  const isNow = effective === "now";
  return (
    <>
      <h2>Cost</h2>
      {preview.lines.length === 0 ? <p>You pay nothing today.</p> : <Lines preview={preview} />}
      {preview.total.amount < 0 && (
        <p>The total is a credit. It first reduces open invoices, then later invoices. It is not paid out.</p>
      )}
      <h2>Changes</h2>
      <Facts
        rows={[
          ["Takes effect", takesEffect[effective] ?? (takesEffectAt && <Instant at={takesEffectAt} />)],
          [
            "Calls a day",
            <>
              {number(state.dailyLimit)} before, <strong>{number(preview.dailyLimit)}</strong> after
            </>,
          ],
          [
            "Total due",
            `${money(state.amountDue)} before, ${money(preview.totalDue)} after, for all open invoices`,
          ],
          ["Credit", `${money(state.credit)} before, ${money(preview.credit)} after`],
          ["Next invoice", <NextInvoice next={preview.nextInvoice} />],
        ]}
      />
      {state.scheduled && (
        <p class="notice warn">
          {!isNow && state.scheduled.plan === preview.plan ? (
            <>You already scheduled this change. Confirming it again has no effect.</>
          ) : (
            <>
              This cancels the change to the {state.scheduled.plan} plan that is scheduled for{" "}
              <Instant at={state.scheduled.at} />.
            </>
          )}
        </p>
      )}
    </>
  );
}
