/** A change of a source of billing that breaks a rule. `from` occurs once in the file. */
export interface Mutation {
  /** The rule as the change makes it. */
  rule: string;
  file: string;
  from: string;
  to: string;
}

function mutation(file: string, rule: string, from: string, to: string): Mutation {
  return { rule, file: `packages/core/src/billing/${file}.ts`, from, to };
}

export const mutations: readonly Mutation[] = [
  // Proration and cycles
  mutation(
    "proration",
    "shares are rounded up",
    "return (price * elapsed - rest) / length;",
    "return Math.ceil((price * elapsed) / length);",
  ),
  mutation("proration", "there is no rounding line", "if (rounding !== 0)", "if (false)"),
  mutation(
    "proration",
    "a cycle may cost more than its highest price",
    "return Math.min(sum, highest);",
    "return sum;",
  ),
  mutation(
    "proration",
    "a segment within a second costs its calls",
    "left !== undefined && isSameSecond(left.from, at)",
    "false",
  ),
  mutation(
    "proration",
    "the credit is for the whole price",
    "amount: 0 - priceBetween(left.price, cycle, at)",
    "amount: 0 - left.price",
  ),
  mutation(
    "cycle",
    "a cycle ends on the same day of the next month, without clamping",
    "start.setUTCDate(Math.min(day, start.getUTCDate()));",
    "start.setUTCDate(day);",
  ),
  mutation(
    "due",
    "the next cycle has the price of the last segment",
    "const price = cycleRate(account, priceAt(account, start));",
    "const price = lastSegment(state.subscription).price || cycleRate(account, priceAt(account, start));",
  ),
  // Calls
  mutation(
    "plan",
    "calls before the segment in its quarter of an hour are free",
    "const start = Math.floor(from / bucketMs) * bucketMs;",
    "const start = Math.ceil(from / bucketMs) * bucketMs;",
  ),
  mutation(
    "plan",
    "the allowance is that of the plan, not that agreed for the account",
    "selected.dailyLimit ?? planTerms(plans, selected).dailyLimit;\n  const extra",
    "planTerms(plans, selected).dailyLimit;\n  const extra",
  ),
  mutation(
    "plan",
    "the allowance is for all days together",
    "units.set(bucket.start, (units.get(bucket.start) ?? 0) + bucket.units)",
    "units.set(0, (units.get(0) ?? 0) + bucket.units)",
  ),
  mutation("rules", "calls are priced by a cycle of 30 days", "Math.round((end - start) / dayMs)", "30"),
  mutation(
    "proration",
    "calls can cost more than the segment to the end of the cycle",
    "Math.min(minimum, priceBetween(price, cycle, from))",
    "minimum",
  ),
  mutation("plan", "a quote ignores calls after it", "> quote.minimum) throw", "> Infinity) throw"),
  // Credit and payments
  mutation(
    "ledger",
    "credit pays the newest invoice first",
    "  for (const entry of open) {\n    const credited",
    "  for (const entry of open.toReversed()) {\n    const credited",
  ),
  mutation(
    "ledger",
    "the excess of a payment pays no other invoice",
    "spendCredit(others, amount - paid)",
    "spendCredit(others, 0)",
  ),
  mutation(
    "ledger",
    "a new invoice does not use credit",
    "Math.max(0, Math.min(total, sums(subscription).credit))",
    "0",
  ),
  mutation(
    "payments",
    "a payment is recorded each time it is reported",
    "if (await reportedPayments.get(billing.documents, payment))",
    "if (false)",
  ),
  mutation(
    "payments",
    "a payment is posted before the work that was due",
    "await commitChange(billing, { id: account, now }, async (before) => {\n    const { number } = await",
    "await commitChange(billing, { id: account, now, read: async (...state) => (await import('./store.ts')).readState(...state) }, async (before) => {\n    const { number } = await",
  ),
  // Attempts
  mutation(
    "retry-schedule",
    "attempts count from the invoice",
    "firstFailedAt + days * dayMs",
    "at + days * dayMs",
  ),
  mutation(
    "retry-schedule",
    "attempts can be less than a day apart",
    "return Math.max(firstFailedAt + days * dayMs, (lastFailure?.at ?? at) + dayMs);",
    "return firstFailedAt + days * dayMs;",
  ),
  mutation("retry-schedule", "there are four attempts", "[1, 3, 5, 7]", "[1, 3, 5]"),
  mutation(
    "payments",
    "a failure counts each time it is reported",
    "invoice.amountDue === 0 || invoice.failedAttempts !== attempt",
    "invoice.amountDue === 0",
  ),
  mutation(
    "collect",
    "a silence counts for the next attempt as well",
    "started === invoice.failedAttempts ? entry.value : {}",
    "entry.value",
  ),
  mutation(
    "collect",
    "a provider may be silent for ever",
    "if (now - failingSince < unansweredMs)",
    "if (true)",
  ),
  mutation(
    "retry-payments",
    "a retry continues the old schedule",
    "earlierAttempts: invoice.failedAttempts",
    "earlierAttempts: 0",
  ),
  // Past due
  mutation(
    "due",
    "cycles after one that cost nothing are not charged if no server ran",
    "last.price === 0 && last.plan !== account.plan && account.scheduled === undefined",
    "last.price === 0 && account.scheduled === undefined",
  ),
  mutation(
    "due",
    "the grace period begins with the cycle",
    "? null : pastDueSince + graceMs;",
    "? null : Math.min(pastDueSince, arguments[0].subscription.cycle.start) + graceMs;",
  ),
  mutation(
    "due",
    "the grace period ends when the sweep runs",
    "changeTransaction(state, change, due.at) };",
    "changeTransaction(state, change, now) };",
  ),
  mutation(
    "ledger",
    "a payment of any invoice ends the past-due state",
    "  return {\n    lines,\n    subscription: {",
    "  if (newLines[0]?.kind === 'payment') open = open.map(({ pastDueAt: _, ...entry }) => entry);\n  return {\n    lines,\n    subscription: {",
  ),
  mutation(
    "rules",
    "a scheduled upgrade survives a failed payment",
    "return scheduled && isUpgrade(state, scheduled, plans) ? account : state.account;",
    "return state.account;",
  ),
  mutation(
    "rules",
    "a past-due account can upgrade",
    "subscription.pastDueSince !== null && upgrades",
    "false",
  ),
  mutation(
    "rules",
    "a change by the operator leaves the account past due",
    "subscription.open.map(({ number, amountDue, dueAt }) => ({\n    number,\n    amountDue,",
    "subscription.open.map(({ number, amountDue, dueAt, ...rest }) => ({\n    ...rest,\n    number,\n    amountDue,",
  ),
  mutation(
    "rules",
    "a change by the operator leaves due dates",
    "{ dueAt: Math.max(dueAt, now + graceMs) }",
    "{ dueAt }",
  ),
  mutation(
    "due",
    "nothing is past due in cycles that cost nothing",
    "return dueStep(current, plans, now)\n",
    "return false\n",
  ),
  mutation(
    "store",
    "payment terms apply to what a provider collects",
    "if (payments || paymentTermsMs === null",
    "if (paymentTermsMs === null",
  ),
  // Suspension and closing
  mutation(
    "rules",
    "a suspended account is charged for new cycles",
    "return suspension === undefined ? price : 0;",
    "return price;",
  ),
  mutation(
    "rules",
    "a reactivated account has the current price",
    "return continues ? resumes.price : otherwise;",
    "return otherwise;",
  ),
  mutation("due", "a closed account keeps its plan", 'if (account.status === "closed") {', "if (false) {"),
  mutation(
    "collect",
    "an upgrade of a closed account is collected",
    "await advance(billing, accountId, now);",
    "",
  ),
  // Upgrades that wait
  mutation("rules", "a prepayment is not spent", "prepaid > 0 ? [spent] : []", "[]"),
  mutation(
    "rules",
    "an upgrade is made at the instant of its order",
    "changeTransaction({ account: state.account, subscription }, change, now, { earlier })",
    "changeTransaction({ account: state.account, subscription }, change, requested.at, { earlier })",
  ),
  mutation(
    "due",
    "an upgrade is not withdrawn at its due date",
    'overdue.number === requested?.invoice ? "withdraw" : "past due"',
    '"past due"',
  ),
  mutation(
    "due",
    "an upgrade outlives its cycle",
    "  else if (requested) {",
    "  else if (requested && state.account.status === 'closed') {",
  ),
  mutation(
    "payments",
    "a failed prepayment makes the account past due",
    "if (before.subscription.requested?.invoice === invoice.number)",
    "if (false)",
  ),
  mutation(
    "rules",
    "credit does not make an upgrade immediate",
    "if (!invoice || invoice.amountDue === 0) return immediate;",
    "if (!invoice) return immediate;",
  ),
  // Adjustments and refunds
  mutation(
    "ledger",
    "a void invoice keeps the credit that it used",
    'const returned = ended === "void" ? creditApplied + amountPaid : 0;',
    "const returned = 0;",
  ),
  mutation(
    "ledger",
    "a withdrawn upgrade keeps a part payment",
    'const returned = ended === "void" ? creditApplied + amountPaid : 0;',
    'const returned = ended === "void" ? creditApplied : 0;',
  ),
  mutation(
    "ledger",
    "a write-off returns credit like a void",
    'if (ended === "written_off") return { ...ending, amountAdjusted: amountAdjusted + amountDue };',
    "",
  ),
  mutation(
    "adjustments",
    "an invoice that is paid in part can be voided",
    'ended === "void" && invoice.amountPaid > 0',
    "false",
  ),
  mutation(
    "adjustments",
    "more than the credit can be paid out",
    'kind === "payout" && amount > credit',
    "false",
  ),
  mutation("refunds", "a refund is owed again", '...(note > 0 ? [line("credit_note", -note)] : [])', ""),
  mutation(
    "refunds",
    "a refund leaves the credit of its payment",
    "const fromCredit = Math.min(amount, credited, sums(before.subscription).credit);\n  const note",
    "const fromCredit = 0;\n  const note",
  ),
  mutation(
    "refunds",
    "a dispute leaves credit",
    "const paidByCredit = Math.min(unpaid, credit);",
    "const paidByCredit = 0;",
  ),
  mutation(
    "refunds",
    "a dispute does not make the account past due",
    '(status === "uncollectible" ? now : undefined)',
    "undefined",
  ),
  mutation("refunds", "a refund can be above its payment", "if (amount > most)", "if (false)"),
  // Quotes
  mutation(
    "quotes",
    "a quote survives changes of the account",
    "quote.subscriptionRevision !== state.subscriptionRevision ||",
    "",
  ),
  mutation(
    "quotes",
    "a quote is valid for an hour",
    "export const quoteMs = 15 * minuteMs;",
    "export const quoteMs = 60 * minuteMs;",
  ),
  mutation(
    "plan",
    "a quote is charged from its confirmation",
    "changeTransaction(state, quote, quote.at, {",
    "changeTransaction(state, quote, now, {",
  ),
];
