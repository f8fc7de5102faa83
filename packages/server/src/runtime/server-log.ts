import process from "node:process";
import type { BillingFailure } from "@tools-api/core/billing";
import type { DeliveryFailure } from "@tools-api/core/outbox";
import type { LostRefunds } from "@tools-api/core/usage";
import { causeStack, lostRefundsRecord, type RequestRecord } from "../http/request-log.ts";
import type { Config } from "./config.ts";
import { logLevels } from "./settings/table.ts";
import { redactor } from "./stores/redact.ts";

/** Writes the records of a server. */
export interface ServerLog {
  request: (record: RequestRecord) => void;
  lostRefunds: (kept: LostRefunds) => void;
  billingFailure: (failure: BillingFailure | { account: null; error: unknown }) => void;
  deliveryFailure: (failure: DeliveryFailure | { message: null; error: unknown; isFinal: false }) => void;
  /** Writes an entry of the audit log, at every level of the log. */
  audit: (entry: object) => void;
  requestLogFailure: (error: unknown) => void;
  fileFailure: (error: unknown) => void;
  /** Writes the lines that still wait. */
  flush(): void;
}

// A write to a pipe or a file costs more than its line. Lines of about the same time are written together.
const maxWaitMs = 20;
const maxCharacters = 16_384;
// A pipe takes so many bytes as one piece (POSIX, PIPE_BUF). The lines of processes that share it would mix otherwise.
const maxSharedCharacters = 4_096;

/** Returns a function that writes lines to the standard output together: after 20 ms, and when the process exits. */
function joinedLines(most: number): { write(line: string): void; flush(): void } {
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    process.off("exit", flush);
    const lines = waiting;
    waiting = "";
    if (lines !== "") process.stdout.write(lines);
  }
  return {
    write(line) {
      if (waiting.length + line.length > most) flush();
      if (waiting === "") process.once("exit", flush);
      waiting += line;
      timer ??= setTimeout(flush, maxWaitMs);
    },
    flush,
  };
}

// Many records are of the same millisecond.
let last = { now: Number.NaN, text: "" };

function currentTime(): string {
  const now = Date.now();
  if (now !== last.now) last = { now, text: new Date(now).toISOString() };
  return last.text;
}

/** Returns the log of a server, which writes a line of JSON for each record. */
export function serverLog({ logLevel, databaseUrl, usageUrl, smtp, processes }: Config): ServerLog {
  const redact = redactor([databaseUrl, usageUrl, ...(smtp ? [smtp.url] : [])]);
  const { write, flush } = joinedLines(processes > 1 ? maxSharedCharacters : maxCharacters);
  const isWritten = (level: "info" | "warn" | "error") =>
    logLevels.indexOf(level) >= logLevels.indexOf(logLevel);
  const written = { info: isWritten("info"), warn: isWritten("warn"), error: isWritten("error") };

  function writeRecord(record: object, message: string): void {
    write(`{"time":"${currentTime()}",${JSON.stringify(record).slice(1, -1)},"msg":"${message}"}\n`);
  }

  function writeError(record: { error: string }, message: string): void {
    if (written.error) writeRecord({ level: "error", ...record, error: redact(record.error) }, message);
  }

  return {
    request(record) {
      if (!written[record.level]) return;
      const { error } = record;
      writeRecord(error === undefined ? record : { ...record, error: redact(error) }, "request");
    },
    lostRefunds(kept) {
      writeError(lostRefundsRecord(kept), "the store did not record refunds");
    },
    billingFailure({ account, error }) {
      const record = { account, error: causeStack(error) };
      writeError(record, "the billing sweep did not close a billing cycle");
    },
    deliveryFailure({ message, error, isFinal }) {
      const level = isFinal || !message ? "error" : "warn";
      if (!written[level]) return;
      const { id, account, type, attempts } = message ?? {};
      // Not the receiver: a log keeps no personal data.
      const record = { level, id, account, type, attempts, error: redact(causeStack(error)) };
      writeRecord(record, isFinal ? "a message was not delivered" : "a delivery failed and is repeated");
    },
    audit(entry) {
      writeRecord({ level: "info", ...entry }, "audit");
      // The outbox forgets the entry.
      flush();
    },
    requestLogFailure(error) {
      writeError({ error: causeStack(error) }, "the store did not record requests in the request log");
    },
    fileFailure(error) {
      writeError({ error: causeStack(error) }, "expired files were not erased");
    },
    flush,
  };
}
