import { ToolsError } from "@tools-api/core";
import {
  findProviderLink,
  getPasswordHash,
  listPasskeys,
  type ProviderLink,
  removeProviderLink,
} from "@tools-api/core/accounts";
import { z } from "zod";
import { confirmOwner, OwnerConfirmation } from "../call/confirm-owner.ts";
import { providerLinkExample, ProviderLinkRecord } from "../call/records.ts";
import { type ManagementCall, type ManagementRoute, managementRoute } from "../call/route.ts";

/** Returns the record of a link. */
export function providerLinkRecord({
  issuer,
  subject,
  email,
  createdAt,
  lastUsedAt,
}: ProviderLink): ProviderLinkRecord {
  return { issuer, subject, email: email === "" ? null : email, createdAt, lastUsedAt };
}

export const getProviderLink = managementRoute({
  method: "GET",
  path: "/account/identity-provider",
  operationId: "get-identity-provider",
  summary: "Get the user of the identity provider who signs in to the account.",
  description: "`link` is null if the account is not linked.",
  status: 200,
  answer: z.object({
    link: ProviderLinkRecord.nullable().describe(
      "The user of the provider; `null` if the account is not linked.",
    ),
  }),
  example: { answer: { link: providerLinkExample } },
  async handle({ services, caller }) {
    const link = await findProviderLink(services.documents, caller.account);
    return { link: link && providerLinkRecord(link) };
  },
});

/** Requires that the owner can sign in without the provider. */
async function requireOtherWay({ services: { documents }, caller: { account } }: ManagementCall) {
  const [password, passkeys] = await Promise.all([
    getPasswordHash(documents, account.id),
    listPasskeys(documents, account),
  ]);
  if (!password && passkeys.length === 0)
    throw new ToolsError(
      "conflict",
      "The identity provider is the only way to sign in to this account. Set a password or add a passkey first.",
    );
}

export const removeProvider = managementRoute({
  method: "DELETE",
  path: "/account/identity-provider",
  operationId: "remove-identity-provider",
  summary: "Unlink the account from the identity provider.",
  description:
    "The user of the provider no longer signs in to the account. Sessions that began with it continue. Requires the " +
    "password. An account without a password needs a passkey, and a session that began less than 15 minutes ago.",
  errors: ["not_found", "conflict", "overloaded"],
  body: () => OwnerConfirmation,
  status: 204,
  example: { body: { password: "correct horse battery" } },
  async handle(call) {
    const { services, caller, body, now } = call;
    const missing = () => new ToolsError("not_found", "The account is not linked to an identity provider.");
    if (!(await findProviderLink(services.documents, caller.account))) throw missing();
    await requireOtherWay(call);
    await confirmOwner(call, body.password);
    const change = { at: now, by: services.by };
    if (!(await removeProviderLink(services.documents, caller.account, change))) throw missing();
  },
});

/** The management calls for the identity provider. */
export const identityProviderRoutes: readonly ManagementRoute[] = [getProviderLink, removeProvider];
