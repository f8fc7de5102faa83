import type { WriteOperation } from "./storage.ts";
import type { AuditAction } from "./audit-actions.ts";

/** The person or program that makes a change. */
export interface Actor {
  /**
   * `owner`: the account itself, in a browser or by a credential. `system`: the server, or a host's own program.
   * `anonymous`: a caller who has proved nothing.
   */
  kind: "owner" | "operator" | "cli" | "system" | "anonymous";
  /** The account of the owner or the operator. */
  account?: string | undefined;
  /** The id of the session or of the credential. */
  credential?: string | undefined;
}

/** A change as its entry in the audit log describes it. */
export interface ReportedChange {
  /** The id of the entry, and the actor. Absent if the change has no entry. */
  entry?: string | undefined;
  actor?: Actor | undefined;
  account: string;
  action: AuditAction | "invoice.issued" | "payment.failed";
  target: string | null;
  address: string | null;
  details: Readonly<Record<string, unknown>>;
  /** The address that the account had before, if its owner had confirmed it. Only for `email.changed`. */
  previousEmail?: string | undefined;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The origin of a change, for the audit log. The edge of a program creates it once per request and passes it on as the
 * `by` of its stores.
 */
export interface Source {
  actor: Actor;
  /** The address of the client. */
  address?: string | undefined;
  /** Milliseconds for which the entries are kept. Default: 400 days. */
  retentionMs?: number | undefined;
  /**
   * Returns further writes for the commit of a change, such as those that queue a mail about it. Default: none.
   */
  report?: ((change: ReportedChange) => WriteOperation[]) | undefined;
}
