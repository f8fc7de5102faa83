// Tokens of your own beside our API keys: an authenticator is one function, and `firstOf` asks each in turn.
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import {
  accountKey,
  type Authenticator,
  createAccount,
  firstOf,
  getAccount,
  scopes,
  ToolsError,
} from "@tools-api/core";
import { createApi } from "@tools-api/server";

const documents = memoryDocuments();
const account = await createAccount(documents, { email: "ada@example.com", plan: "pro" }, Date.now());
const accountByToken = new Map([["partner-4711", account.id]]);

const partnerTokens: Authenticator = {
  async authenticate(token) {
    if (!token.startsWith("partner-")) return null;
    const found = await getAccount(documents, accountByToken.get(token) ?? "");
    if (!found) throw new ToolsError("invalid_credentials", "There is no such partner token.");
    return {
      account: found.account,
      credential: { method: "jwt", id: "partner", name: "partner token", scopes, expiresAt: null },
      // With the fence a change of plan holds for the very next call, in every process.
      fences: [{ id: accountKey(found.account.id), revision: found.revision }],
    };
  },
};

const api = createApi({
  documents,
  usage: memoryUsage(),
  authenticator: firstOf(apiKeyAuthenticator({ documents }), partnerTokens),
});

for (const token of ["partner-4711", "partner-0815"]) {
  const response = await api.request("/v1/user/profile", { headers: { Authorization: `Bearer ${token}` } });
  console.log(token, response.status, response.headers.get("RateLimit-Policy"));
}
