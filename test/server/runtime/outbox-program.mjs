// Delivers the outbox of a SQLite file over SMTP until it is killed. Arguments: the path of the store, the port of the
// server, and the instant from which the clock runs a hundred times as fast, so that a lease of minutes ends in seconds.
import { smtpMailer } from "@tools-api/adapters/mail/smtp";
import { mailChannel, startOutboxWorker } from "@tools-api/server";
import { createTransport } from "nodemailer";
import process from "node:process";
import { openSqlite, sqliteDocuments } from "@tools-api/adapters/storage/sqlite";

const [path = "", port = "", started = ""] = process.argv.slice(2);
const documents = sqliteDocuments({ database: await openSqlite(path) });
const transport = createTransport({ host: "127.0.0.1", port: Number(port), pool: true, maxConnections: 5 });
const mailer = smtpMailer({ transport, from: "no-reply@example.com" });
const secret = () => Promise.resolve("a secret of the installation, long enough");
const mail = mailChannel({ documents, mailer, publicUrl: "https://tools.example.com", secret });
startOutboxWorker({
  documents,
  channels: { mail },
  now: () => Number(started) + (Date.now() - Number(started)) * 100,
  intervalMs: 50,
  onFailure: ({ error }) => process.stderr.write(`${String(error)}\n`),
});
process.stdout.write("ready\n");
// The timer of the worker does not keep the process alive.
setInterval(() => {}, 1000);
