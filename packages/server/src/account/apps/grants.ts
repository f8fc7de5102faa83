import {
  findOAuthClient,
  type Grant,
  listGrants as listStoredGrants,
  revokeGrant as revokeStoredGrant,
} from "@tools-api/core/oauth";
import type { AccountServices } from "../../session/services.ts";
import { pageExample, PageQuery, pageRecord, positionedQuery, readPage } from "../call/page.ts";
import { grantExample, GrantRecord } from "../call/records.ts";
import { type ManagementRoute, managementRoute } from "../call/route.ts";

/** Returns the records of grants with the names of their clients, which the consent page has already shown. */
export async function grantRecords(
  { documents, usage, scopes }: AccountServices,
  grants: readonly Grant[],
): Promise<GrantRecord[]> {
  const used = await usage.lastUsed(grants.map(({ id }) => id));
  return Promise.all(
    grants.map(async ({ id, client, app, ...grant }) => {
      const name = app?.name ?? (await findOAuthClient(documents, client))?.value.name ?? null;
      const host = app ? (app.host ?? app.destination) : null;
      return {
        id,
        client: { id: client, name, selfRegistered: app !== undefined, host },
        scopes: scopes.list(grant.scopes),
        createdAt: grant.createdAt,
        lastUsedAt: used.get(id) ?? null,
      };
    }),
  );
}

export const listGrants = managementRoute({
  method: "GET",
  path: "/account/grants",
  operationId: "list-grants",
  summary: "List the scopes that the owner has granted to OAuth clients.",
  description:
    "A grant has the scopes that the owner allowed on the consent page. Revoke a grant to end the access of its client.",
  query: positionedQuery(PageQuery, "grant"),
  status: 200,
  answer: pageRecord(GrantRecord),
  example: pageExample(grantExample),
  async handle({ services, caller, query }) {
    const { items, next } = await readPage(query, (page) =>
      listStoredGrants(services.documents, caller.account.id, page),
    );
    return { items: await grantRecords(services, items), next };
  },
});

export const revokeGrant = managementRoute({
  method: "DELETE",
  path: "/account/grants/{id}",
  operationId: "withdraw-grant",
  summary: "Revoke the grant of an OAuth client. The server rejects its tokens from the next call.",
  description:
    "All access and refresh tokens of the grant become invalid. The client asks for consent again.",
  errors: ["not_found"],
  status: 204,
  example: { parameters: { id: grantExample.id } },
  async handle({ services, caller, id, now }) {
    await revokeStoredGrant(services, caller.account.id, id, now);
  },
});

/** The management calls under `/account/grants`. */
export const grantRoutes: readonly ManagementRoute[] = [listGrants, revokeGrant];
