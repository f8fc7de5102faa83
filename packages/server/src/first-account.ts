import {
  type ApiKeyDigests,
  createAccount,
  createApiKey,
  listAccounts,
  type Stores,
  ToolsError,
} from "@tools-api/core";

/** On an empty store, makes a first account and returns its API key; `null` where there are accounts. */
export async function createFirstAccount(
  { documents }: Stores,
  at: number,
  digests?: ApiKeyDigests,
): Promise<{ email: string; secret: string } | null> {
  if ((await listAccounts(documents, { limit: 1 })).length > 0) return null;
  try {
    const account = await createAccount(documents, { email: "owner@example.com", name: "Owner" }, at);
    const { secret } = await createApiKey(documents, account.id, {}, at, { digests });
    return { email: account.email, secret };
  } catch (error) {
    // Another process that started at the same time was first.
    if (error instanceof ToolsError && error.code === "conflict") return null;
    throw error;
  }
}
