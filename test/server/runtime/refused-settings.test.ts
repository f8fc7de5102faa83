import { expect, it } from "vitest";
import { toolsApiHere } from "../command.ts";

const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_stand_in" };
const mail = { SMTP_URL: "smtp://user:hunter2@mail.example.com", MAIL_FROM: "a@example.com" };

it.each<[settings: Record<string, string>, line: RegExp]>([
  [{ SMTP_URL: mail.SMTP_URL }, /^MAIL_FROM: expected .+/],
  [{ MAIL_FROM: mail.MAIL_FROM }, /^SMTP_URL: expected .+/],
  [{ ...mail, SMTP_URL: "https://user:hunter2@mail.example.com" }, /^SMTP_URL: /],
  [{ ...mail, MAIL_FROM: "a@example.com\r\nBcc: b@c.d" }, /^MAIL_FROM: /],
  [{ SIGN_UP: "maybe" }, /^SIGN_UP: expected open, invite, closed/],
  [{ SIGN_UP_DOMAINS: "example.com,@@" }, /^SIGN_UP_DOMAINS: expected /],
  [{ HOST: "0.0.0.0", UNVERIFIED_DAILY_LIMIT: "10" }, /^UNVERIFIED_DAILY_LIMIT: expected /],
  [{ STRIPE_SECRET_KEY: "sk_live_hunter2" }, /^STRIPE_WEBHOOK_SECRET: expected .+/],
  [{ STRIPE_WEBHOOK_SECRET: "whsec_hunter2" }, /^STRIPE_SECRET_KEY: expected .+/],
  [{ ...stripe, STRIPE_SECRET_KEY: "pk_live_hunter2" }, /^STRIPE_SECRET_KEY: expected a secret key/],
  [{ PAYMENT_RETRY_DAYS: "3,1" }, /^PAYMENT_RETRY_DAYS: expected at most 10 ascending/],
  [{ PAYMENT_RETRY_DAYS: "0,1" }, /^PAYMENT_RETRY_DAYS: expected /],
  [{ PAYMENT_RETRY_DAYS: "1,2,3,4,5,6,7,8,9,10,11" }, /^PAYMENT_RETRY_DAYS: expected /],
  [{ PROCESSES: "2" }, /^PROCESSES: expected 1, received 2: a store of memory: serves one process/],
  [{ PROCESSES: "0" }, /^PROCESSES: expected auto, or an integer from 1 to 64/],
])("settings of %o stop the start in one line without a secret", async (settings, line) => {
  const environment = { DATABASE_URL: "memory:", PORT: "0", ...settings };
  const { code, stderr } = await toolsApiHere(["serve"], environment);
  expect(code).toBe(1);
  const [first = "", ...more] = stderr.trimEnd().split("\n");
  expect(first.replace(/^tools-api: /, "")).toMatch(line);
  expect(more).toEqual([]);
  expect(stderr).not.toContain("hunter2");
});
