import {
  type ApiKeyDigests,
  createAccount,
  createApiKey,
  createSignInLink,
  listAccounts,
  type Stores,
  ToolsError,
} from "@tools-api/core";

/** The account that was made because the store was empty. */
export interface FirstAccount {
  email: string;
  /** Its API key. */
  secret: string;
  /** The token of a one-time sign-in link, by which the owner sets a password. */
  linkToken: string;
}

/** On an empty store, makes a first account with an API key and a sign-in link; `null` where there are accounts. */
export async function createFirstAccount(
  { documents }: Stores,
  at: number,
  digests?: ApiKeyDigests,
): Promise<FirstAccount | null> {
  if ((await listAccounts(documents, { limit: 1 })).length > 0) return null;
  try {
    const account = await createAccount(documents, { email: "owner@example.com", name: "Owner" }, at);
    const { secret } = await createApiKey(documents, account.id, {}, at, { digests });
    const linkToken = await createSignInLink(documents, account.id, at);
    return { email: account.email, secret, linkToken };
  } catch (error) {
    // Another process that started at the same time was first.
    if (error instanceof ToolsError && error.code === "conflict") return null;
    throw error;
  }
}
