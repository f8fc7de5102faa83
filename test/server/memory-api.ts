import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { type ApiDependencies, createApi } from "@tools-api/server";

/** Creates an API on stores in memory, with an account and the secret of its key. */
export async function memoryApi(dependencies: Partial<ApiDependencies> = {}) {
  const documents = memoryDocuments();
  const authenticator = apiKeyAuthenticator({ documents });
  const api = createApi({ documents, usage: memoryUsage(), authenticator, ...dependencies });
  const account = await createAccount(documents, { email: "ada@example.com" }, { at: Date.now() });
  const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
  return { api, secret };
}
