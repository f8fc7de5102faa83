import type { PageCall } from "../call/page-call.tsx";
import { listKeys } from "../keys/routes.ts";
import { apiKeyNames } from "./requests-routes.ts";

/** Returns the names by id of the active keys of an account, and of the ended ones among these credentials. */
export async function credentialChoices(
  { ask, services, signedIn }: PageCall,
  credentials: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const { items } = await ask(listKeys, { query: { state: "active", limit: 100 } });
  const active = new Map(items.map(({ id, name }) => [id, name]));
  const others = credentials.filter((id): id is string => typeof id === "string" && !active.has(id));
  return new Map([...active, ...(await apiKeyNames(services.documents, signedIn.account.id, others))]);
}
