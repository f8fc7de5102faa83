type ModelStatus = "open" | "paid" | "payment_failed" | "uncollectible" | "credit" | "void" | "written_off";

export interface ModelLine {
  kind: string;
  plan: string | null;
  amount: bigint;
}

interface PostedLine extends ModelLine {
  invoice: number;
  at: number;
}

export interface ModelInvoice {
  number: number;
  at: number;
  total: bigint;
  byCredit: bigint;
  paid: bigint;
  due: bigint;
  adjusted: bigint;
  refunded: bigint;
  status: ModelStatus;
  paidAt: number | null;
  dueAt: number | null;
  /** Since when it makes the account past due; `null` if it does not. */
  lateSince: number | null;
  failures: number;
  /** Failures before the current schedule of attempts. */
  earlierFailures: number;
  firstFailedAt: number | null;
  lastFailedAt: number | null;
  /** When the provider is asked next; `null` if it is not. */
  askAt: number | null;
  /** The state of an attempt that the provider has not decided. */
  undecided: { since: number; silences: number; isSilent: boolean } | null;
}

interface ModelPayment {
  invoice: number;
  amount: bigint;
  /** The amount that became credit when the payment arrived, less refunds. */
  credited: bigint;
  /** The amount that the provider returned. */
  returned: bigint;
}

function least(...amounts: bigint[]): bigint {
  return amounts.reduce((one, other) => (other < one ? other : one));
}

/** The money of the model: lines, invoices and payments, without plans and time. */
export class ModelLedger {
  readonly lines: PostedLine[] = [];
  readonly invoices: ModelInvoice[] = [];
  readonly payments = new Map<string, ModelPayment>();
  /** The amounts of disputes that the operator has not won, by invoice. */
  readonly disputed = new Map<number, bigint>();

  get balance(): bigint {
    return this.lines.reduce((sum, { amount }) => sum + amount, 0n);
  }

  get due(): bigint {
    return this.invoices.reduce((sum, { due }) => sum + due, 0n);
  }

  get credit(): bigint {
    return this.due - this.balance;
  }

  get open(): ModelInvoice[] {
    return this.invoices.filter(({ due }) => due > 0n);
  }

  get lateSince(): number | null {
    const instants = this.open.flatMap(({ lateSince }) => lateSince ?? []);
    return instants.length === 0 ? null : Math.min(...instants);
  }

  private write(invoice: number, at: number, line: ModelLine): void {
    this.lines.push({ ...line, invoice, at });
  }

  /** Pays open invoices with an amount that no line posts, the oldest first, and returns the rest. */
  private spend(amount: bigint, at: number): bigint {
    let rest = amount;
    for (const invoice of this.open) {
      const used = least(rest, invoice.due);
      invoice.byCredit += used;
      this.lower(invoice, used, at);
      rest -= used;
    }
    return rest;
  }

  private lower(invoice: ModelInvoice, amount: bigint, at: number): void {
    if (amount === 0n) return;
    invoice.due -= amount;
    if (invoice.due > 0n) return;
    invoice.status = "paid";
    invoice.paidAt = at;
    invoice.lateSince = null;
  }

  /** Issues an invoice. `terms`: the time to pay it; `null` if a provider collects it, or it has no due date. */
  issue(
    lines: readonly ModelLine[],
    at: number,
    { terms, isCollected }: { terms: number | null; isCollected: boolean },
  ): ModelInvoice | null {
    if (lines.length === 0) return null;
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    const byCredit = total > 0n ? least(total, this.credit) : 0n;
    const due = total > 0n ? total - byCredit : 0n;
    if (total < 0n) this.spend(-total, at);
    const invoice: ModelInvoice = {
      number: this.invoices.length + 1,
      at,
      total,
      byCredit,
      paid: 0n,
      due,
      adjusted: 0n,
      refunded: 0n,
      status: total < 0n ? "credit" : due === 0n ? "paid" : "open",
      paidAt: total >= 0n && due === 0n ? at : null,
      dueAt: terms !== null && due > 0n ? at + terms : null,
      lateSince: null,
      failures: 0,
      earlierFailures: 0,
      firstFailedAt: null,
      lastFailedAt: null,
      askAt: isCollected && due > 0n ? at : null,
      undecided: null,
    };
    this.invoices.push(invoice);
    for (const line of lines) this.write(invoice.number, at, line);
    return invoice;
  }

  /** Posts a payment. The excess pays other invoices, then it is credit. */
  pay(invoice: ModelInvoice, amount: bigint, at: number, reference?: string): void {
    if (reference !== undefined && this.payments.has(reference)) return;
    const paid = least(amount, invoice.due);
    this.write(invoice.number, at, { kind: "payment", plan: null, amount: -amount });
    invoice.paid += paid;
    this.lower(invoice, paid, at);
    const credited = this.spend(amount - paid, at);
    if (reference !== undefined)
      this.payments.set(reference, { invoice: invoice.number, amount, credited, returned: 0n });
  }

  /** Ends an invoice that was never owed: what it used is credit. */
  void(invoice: ModelInvoice, at: number): void {
    const used = invoice.byCredit + invoice.paid;
    const { due } = invoice;
    this.write(invoice.number, at, { kind: "void", plan: null, amount: -(due + used) });
    Object.assign(invoice, { byCredit: 0n, paid: 0n, due: 0n, status: "void", lateSince: null });
    invoice.adjusted += due + used;
    this.spend(used, at);
  }

  writeOff(invoice: ModelInvoice, at: number): void {
    this.write(invoice.number, at, { kind: "write_off", plan: null, amount: -invoice.due });
    invoice.adjusted += invoice.due;
    Object.assign(invoice, { due: 0n, status: "written_off", lateSince: null });
  }

  /** Refunds a payment. Its credit is taken first, and a credit note pays the rest of the invoice. */
  refund(invoice: ModelInvoice, amount: bigint, at: number, payment?: string): void {
    const fromCredit = this.takeCredited(invoice, amount, payment);
    const note = amount - fromCredit;
    const moved = least(note, invoice.paid);
    invoice.paid -= moved;
    invoice.byCredit += moved;
    invoice.refunded += amount;
    this.write(invoice.number, at, { kind: "refund", plan: null, amount });
    if (note > 0n) this.write(invoice.number, at, { kind: "credit_note", plan: null, amount: -note });
  }

  /** Takes a payment back by its bank: credit is spent, and then invoices owe the amount again. */
  dispute(invoice: ModelInvoice, amount: bigint, at: number, payment?: string): void {
    const creditBefore = this.credit;
    const fromCredit = this.takeCredited(invoice, amount, payment);
    let credit = creditBefore - fromCredit;
    const unpaid = least(amount - fromCredit, invoice.paid);
    const byCredit = least(unpaid, credit);
    credit -= byCredit;
    let rest = amount - fromCredit - unpaid;
    rest -= least(rest, credit);
    this.write(invoice.number, at, { kind: "refund", plan: null, amount });
    invoice.paid -= unpaid;
    invoice.byCredit += byCredit;
    this.owe(invoice, unpaid - byCredit, at);
    for (const other of this.invoices.toReversed()) {
      const taken = other === invoice ? 0n : least(rest, other.byCredit);
      other.byCredit -= taken;
      this.owe(other, taken, at);
      rest -= taken;
    }
    this.disputed.set(invoice.number, (this.disputed.get(invoice.number) ?? 0n) + amount);
  }

  /** Returns what a payment can take from the credit of the account. All payments of a void invoice are credit. */
  private takeCredited(invoice: ModelInvoice, amount: bigint, reference: string | undefined): bigint {
    const payment = reference === undefined ? undefined : this.payments.get(reference);
    const credited = invoice.status === "void" ? amount : (payment?.credited ?? 0n);
    if (payment) {
      payment.credited -= least(amount, payment.credited);
      payment.returned += amount;
    }
    return least(amount, credited, this.credit);
  }

  private owe(invoice: ModelInvoice, amount: bigint, at: number): void {
    if (amount === 0n) return;
    invoice.due += amount;
    invoice.status = "uncollectible";
    invoice.paidAt = null;
    invoice.failures += 1;
    invoice.lastFailedAt = at;
    invoice.lateSince ??= at;
  }
}
