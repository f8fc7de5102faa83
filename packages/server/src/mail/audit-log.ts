import { type Deliver, enqueue, type OutboxMessage } from "@tools-api/core/outbox";
import { dayMs } from "@tools-api/core/internal/time";
import type { ReportedChange } from "@tools-api/core/audit";
import type { WriteOperation } from "@tools-api/core/storage";

/** The channel of the outbox with the entries of the audit log for the log of a server. */
export const auditLogChannel = "audit";

// Servers that do not run for a month lose no line.
const keptMs = 30 * dayMs;

/**
 * Returns the writes that queue an entry of the audit log for the log of a server. They belong to the commit of the change,
 * so the log has exactly the changes that were made, also those of commands.
 */
export function reportToLog({
  entry,
  actor,
  target,
  address,
  details,
  ...change
}: ReportedChange): WriteOperation[] {
  if (entry === undefined) return [];
  const { account, action, at } = change;
  const line = { entry, at: new Date(at).toISOString(), account, action, actor, target, address, details };
  // Entries are JSON. Parsing leaves out absent members.
  const data = JSON.parse(JSON.stringify(line)) as OutboxMessage["data"];
  return enqueue({ channel: auditLogChannel, account, type: action, data, at, expiresAt: at + keptMs });
}

/** Creates the channel of the outbox that writes entries of the audit log. A line can appear twice, with the same `entry`. */
export function auditLog(write: (entry: OutboxMessage["data"]) => void): Deliver {
  return async ({ data }) => write(data);
}
