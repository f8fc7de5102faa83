// Serves the API and accounts, with plans that Stripe collects payments for. From a fresh clone:
//
//   npm run setup
//   cd examples
//   STRIPE_SECRET_KEY=sk_test_… STRIPE_WEBHOOK_SECRET=whsec_… npx tsx stripe-server.ts tools.db
//
// `stripe listen --forward-to localhost:3000/stripe/webhook` prints the secret of the webhook and forwards its events.
// `STRIPE_API_URL` may name a substitute for Stripe. The five lines with `stripe` are all that payments need.
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { stripePayments, stripeWebhook } from "@tools-api/adapters/payments/stripe";
import { openSqlite, sqliteDocuments, sqliteUsage } from "@tools-api/adapters/storage/sqlite";
import { defaultPlans, firstAuthenticator } from "@tools-api/core";
import { sessionSecret } from "@tools-api/core/accounts";
import {
  createAccountApp,
  createApi,
  failedAttempts,
  sessionTokenAuthenticator,
  startBillingSweeper,
} from "@tools-api/server";
import type { Context } from "hono";
import { Stripe } from "stripe";

const { STRIPE_SECRET_KEY = "", STRIPE_WEBHOOK_SECRET = "", PORT = "3000" } = process.env;
if (STRIPE_SECRET_KEY === "" || STRIPE_WEBHOOK_SECRET === "") {
  console.error("Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, which the dashboard of Stripe shows.");
  process.exit(2);
}
const { protocol, hostname, port } = new URL(process.env["STRIPE_API_URL"] ?? "https://api.stripe.com");
const stripe = new Stripe(STRIPE_SECRET_KEY, {
  protocol: protocol === "http:" ? "http" : "https",
  host: hostname,
  ...(port !== "" && { port }),
});

const path = process.argv[2] ?? "tools.db";
const documents = sqliteDocuments({ database: await openSqlite(path) });
const usage = sqliteUsage({ database: await openSqlite(path) });
const payments = stripePayments({ stripe, documents });
const billing = { documents, usage, plans: defaultPlans, payments };

const publicUrl = process.env["PUBLIC_URL"] ?? `http://localhost:${PORT}`;
const secret = () => sessionSecret(documents);
const shared = {
  ...billing,
  authenticator: firstAuthenticator(
    apiKeyAuthenticator({ documents }),
    sessionTokenAuthenticator({ documents, secret, publicUrl }),
  ),
  publicUrl,
  // Shared, so an address has 20 failed authentications per minute in both apps together.
  attempts: failedAttempts(),
  clientAddress: (context: Context) => getConnInfo(context).remote.address ?? "",
};
const app = createApi({ ...shared, served: ["management"] });
app.route("/", createAccountApp({ ...shared, passwords: scryptHasher() }));
const webhook = stripeWebhook({ stripe, billing, secret: STRIPE_WEBHOOK_SECRET });
app.post("/stripe/webhook", (c) => webhook(c.req.raw));

const sweeper = startBillingSweeper(billing, Date.now, ({ account, error }) => console.error(account, error));
const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: "127.0.0.1" }, (address) => {
  console.log(`ready at http://127.0.0.1:${address.port}`);
});
process.once("SIGTERM", () => {
  server.close();
  void sweeper.stop();
});
