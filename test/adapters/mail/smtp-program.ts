// Calls `sendOverSmtp` with its arguments, and prints the result.
import process from "node:process";
import { sendOverSmtp } from "./send-over-smtp.ts";

const [port = "", to = "", subject = "", unsubscribeUrl] = process.argv.slice(2);
process.stdout.write(await sendOverSmtp(Number(port), to, subject, unsubscribeUrl));
