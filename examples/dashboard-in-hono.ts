// Mounts the API and the dashboard in an existing Hono app, under a prefix. An owner signs up with the form, and the
// playground calls the API as the signed-in user.
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { firstAuthenticator } from "@tools-api/core";
import { sessionSecret } from "@tools-api/core/accounts";
import { createAccountApp, createApi, failedAttempts, sessionTokenAuthenticator } from "@tools-api/server";
import { type Context, Hono } from "hono";

// The URL that browsers use, with the prefix. Its path prefixes every link.
const publicUrl = process.env["PUBLIC_URL"] ?? "http://localhost:3000/tools";

const documents = memoryDocuments();
const shared = {
  documents,
  usage: memoryUsage(),
  authenticator: firstAuthenticator(
    apiKeyAuthenticator({ documents }),
    // The scripts of the pages call the API with such a token, because they cannot read the session cookie.
    sessionTokenAuthenticator({ documents, secret: () => sessionSecret(documents), publicUrl }),
  ),
  publicUrl,
  // Shared, so an address has 20 failed authentications per minute in both apps together.
  attempts: failedAttempts(),
  clientAddress: (context: Context) => getConnInfo(context).remote.address ?? "",
};
const tools = createApi({ ...shared, served: ["management"] });
tools.route("/", createAccountApp({ ...shared, passwords: scryptHasher() }));

const app = new Hono();
app.get("/", (c) => c.text("Your own app."));
app.mount("/tools", tools.fetch); // The dashboard at /tools/, the API under /tools/v1, the reference at /tools/docs

/** Acts as a browser: stores the cookie and sends the origin of a form. */
async function visit(origin: string): Promise<void> {
  const body = new URLSearchParams({ email: "ada@example.com", password: "correct horse battery" });
  const form = { method: "POST", body, headers: { Origin: origin }, redirect: "manual" } as const;
  const signedUp = await fetch(`${origin}/tools/sign-up`, form);
  console.log("sign-up", signedUp.status, signedUp.headers.get("Location"));

  const [cookie = ""] = signedUp.headers.getSetCookie();
  const headers = { Origin: origin, Cookie: cookie.split(";")[0] ?? "" };
  const page = await fetch(`${origin}/tools/playground`, { headers });
  console.log("playground", page.status, page.headers.get("Content-Type"));

  const answer = await fetch(`${origin}/tools/account/session-token`, { method: "POST", headers });
  // As /tools/openapi.json describes it.
  const { token } = (await answer.json()) as { token: string };
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  const profile = await fetch(`${origin}/tools/v1/user/profile`, bearer);
  console.log("call", profile.status, profile.headers.get("RateLimit"));
}

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, async ({ port }) => {
  await visit(`http://127.0.0.1:${port}`);
  server.close();
});
