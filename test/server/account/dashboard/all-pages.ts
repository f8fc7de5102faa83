import { runCommand } from "../../command.ts";
import type { Dashboard, Visitor } from "../../../engines/chromium.ts";

/** The records of an account that have their own pages. A field is absent if the account has no such record. */
export interface Shown {
  key?: string | undefined;
  passkey?: string | undefined;
  client?: string | undefined;
  invoice?: string | undefined;
  redirectUri?: string | undefined;
  /** The newest error in the request log, or the newest request. */
  request?: string | undefined;
  webhook?: string | undefined;
  /** An event that the endpoint was sent. */
  webhookEvent?: string | undefined;
  /** An endpoint of the operator, if the account is one. */
  operatorWebhook?: string | undefined;
  /** The account, if it is an operator. */
  operated?: string | undefined;
}

/** Returns the paths of a page with its ids. A path is `undefined` if the account has no record to show. */
type PathsOf = (shown: Shown) => (string | undefined)[];

function of(id: string | undefined, path: (id: string) => string | undefined): string | undefined {
  return id === undefined ? undefined : path(id);
}

function consentOf({ client, redirectUri }: Shown): string | undefined {
  if (client === undefined || redirectUri === undefined) return undefined;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client,
    redirect_uri: redirectUri,
    scope: "text:analyze usage:read",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    state: "state",
  });
  return `/oauth/authorize?${query}`;
}

/** The pages of a signed-in user, by route. A route that is missing here fails the tests. */
export const ownerPages: Readonly<Record<string, PathsOf>> = {
  "/": () => ["/"],
  "/keys": () => ["/keys"],
  "/ended-keys": () => ["/ended-keys"],
  "/new-key": () => ["/new-key"],
  "/keys/:id": ({ key }) => [of(key, (id) => `/keys/${id}`)],
  "/keys/:id/revoke": ({ key }) => [of(key, (id) => `/keys/${id}/revoke`)],
  "/usage": () => ["/usage", "/usage?granularity=week&start_date=2020-01-01&timezone=Mars"],
  "/requests": () => ["/requests", "/requests?status=4&request_id=none"],
  "/requests/:id": ({ request }) => [of(request, (id) => `/requests/${id}`)],
  "/files": () => ["/files"],
  "/plan": () => ["/plan"],
  "/plan/change": () => ["/plan/change?plan=enterprise", "/plan/change?plan=free", "/plan/change?plan=pro"],
  "/plan/buyer": () => ["/plan/buyer"],
  "/plan/invoices": () => ["/plan/invoices"],
  "/plan/ledger": () => ["/plan/ledger"],
  "/account/invoices/:id": ({ invoice }) => [of(invoice, (id) => `/account/invoices/${id}`)],
  "/apps": () => ["/apps"],
  "/ended-clients": () => ["/ended-clients"],
  "/new-client": () => ["/new-client"],
  "/apps/:id": ({ client }) => [of(client, (id) => `/apps/${id}`)],
  "/apps/:id/secret": ({ client }) => [of(client, (id) => `/apps/${id}/secret`)],
  "/apps/:id/revoke": ({ client }) => [of(client, (id) => `/apps/${id}/revoke`)],
  "/webhooks": () => ["/webhooks"],
  "/webhooks/:id": ({ webhook }) => [
    of(webhook, (id) => `/webhooks/${id}`),
    of(webhook, (id) => `/webhooks/${id}?deliveries=all`),
  ],
  "/webhooks/:id/events/:event": ({ webhook, webhookEvent }) => [
    of(webhook, (id) => of(webhookEvent, (event) => `/webhooks/${id}/events/${event}`)),
  ],
  "/webhooks/:id/delete": ({ webhook }) => [of(webhook, (id) => `/webhooks/${id}/delete`)],
  "/agents": () => ["/agents"],
  "/playground": () => ["/playground", "/playground?tool=image-converter"],
  "/profile": () => ["/profile"],
  "/profile/activity": () => ["/profile/activity"],
  "/profile/passkeys": () => ["/profile/passkeys"],
  "/profile/passkeys/:id": ({ passkey }) => [of(passkey, (id) => `/profile/passkeys/${id}`)],
  "/profile/identity-provider": () => ["/profile/identity-provider"],
  "/profile/close": () => ["/profile/close"],
  "/password": () => ["/password"],
  "/oauth/authorize": (shown) => [consentOf(shown)],
  "/operator": ({ operated }) => [of(operated, () => "/operator")],
  "/operator/console": ({ operated }) => [
    of(operated, () => "/operator/console"),
    of(operated, () => "/operator/console?status=suspended&query=nobody"),
  ],
  "/operator/billing": ({ operated }) => [of(operated, () => "/operator/billing")],
  "/operator/console/:id/invoices/:invoice": ({ operated, invoice }) => [
    of(operated, (id) => of(invoice, (number) => `/operator/console/${id}/invoices/${number}`)),
  ],
  "/operator/invite": ({ operated }) => [of(operated, () => "/operator/invite")],
  "/operator/audit": ({ operated }) => [of(operated, () => "/operator/audit?actor=operator")],
  "/operator/mail": ({ operated }) => [of(operated, () => "/operator/mail")],
  "/operator/endpoints": ({ operated }) => [of(operated, () => "/operator/endpoints")],
  "/operator/endpoints/:id": ({ operatorWebhook }) => [
    of(operatorWebhook, (id) => `/operator/endpoints/${id}`),
  ],
  // The page of an event is that of the dashboard.
  "/operator/endpoints/:id/events/:event": () => [],
  "/operator/endpoints/:id/delete": ({ operatorWebhook }) => [
    of(operatorWebhook, (id) => `/operator/endpoints/${id}/delete`),
  ],
  "/operator/console/:id": ({ operated }) => [of(operated, (id) => `/operator/console/${id}`)],
  "/operator/console/:id/close": ({ operated }) => [of(operated, (id) => `/operator/console/${id}/close`)],
};

/** Forms that show only the address of the account. */
const sameForAll = ["/new-key", "/new-client", "/agents", "/playground", "/profile/close", "/password"];

/** Returns whether a page has the same markup for every account. */
export function isSameForAll(path: string): boolean {
  return sameForAll.includes(path.replace(/\?.*/, ""));
}

/** The pages of a signed-out visitor, by route, and an unknown path. */
export const strangerPages: Readonly<Record<string, readonly string[]>> = {
  "/": ["/"],
  "/sign-up": ["/sign-up"],
  "/sign-up/confirm": ["/sign-up/confirm?token=none"],
  "/verify-address": ["/verify-address?token=none"],
  "/reset-password": ["/reset-password", "/reset-password?notice=sent"],
  "/reset-password/confirm": ["/reset-password/confirm?token=none"],
  "/mails/allowance": ["/mails/allowance?token=none"],
  "/sign-in": ["/sign-in"],
  // Both redirect, or show the page of /sign-in.
  "/sign-in/oidc": [],
  "/sign-in/oidc/callback": [],
  "/sign-in/link": ["/sign-in/link?token=none"],
  "/docs": ["/docs"],
  "/docs/errors": ["/docs/errors"],
  "/docs/changelog": ["/docs/changelog"],
  "/docs/search": ["/docs/search?q=quota", "/docs/search"],
  "/docs/guides": ["/docs/guides"],
  // The other guides consist of the same elements as these.
  "/docs/guides/:name": ["quickstart", "hosts", "operating"].map((name) => `/docs/guides/${name}`),
  // The other groups of operations too.
  "/docs/reference/:group": ["image-converter", "api-keys", "oauth-2-0"].map(
    (name) => `/docs/reference/${name}`,
  ),
  "/*": ["/nothing-here"],
};

/** The routes of all tested pages. */
export const pageRoutes: readonly string[] = [...Object.keys(ownerPages), ...Object.keys(strangerPages)];

interface Listed {
  items: {
    id: string;
    request_id?: string;
    code?: string | null;
    status?: string;
    revoked_at?: string | null;
    type?: string;
    event?: string;
    redirect_uris?: string[];
  }[];
}

/** Returns the account's records, from the management API. */
export async function shownOf(url: string, cookie: string): Promise<Shown> {
  const read = (path: string) => fetch(url + path, { headers: { Cookie: cookie } });
  const list = async (path: string) => {
    const response = await read(`/account/${path}?limit=100`);
    // The documented response of each list.
    return ((await response.json()) as Listed).items;
  };
  const webhooksOf = async (path: string) => {
    const response = await read(path);
    // The documented response. A customer gets no list of the operator's endpoints.
    return response.ok ? ((await response.json()) as Listed).items : [];
  };
  const { id } = (await (await read("/account")).json()) as { id: string };
  const [keys, clients, invoices, requests] = await Promise.all([
    list("keys"),
    list("clients"),
    list("invoices"),
    list("requests"),
  ]);
  const [webhook] = await webhooksOf("/account/webhooks");
  const deliveries = webhook ? await webhooksOf(`/account/webhooks/${webhook.id}/deliveries`) : [];
  const client = clients.find(
    ({ type, redirect_uris: uris = [], revoked_at: revokedAt }) =>
      type === "confidential" && uris.length > 0 && revokedAt === null,
  );
  return {
    key: keys.find(({ revoked_at: revokedAt }) => revokedAt === null)?.id,
    client: client?.id,
    redirectUri: client?.redirect_uris?.[0],
    invoice: invoices.at(-1)?.id,
    request: (requests.find(({ code }) => typeof code === "string") ?? requests[0])?.request_id,
    webhook: webhook?.id,
    webhookEvent: deliveries[0]?.event,
    operated: (await read(`/operator/accounts/${id}`)).ok ? id : undefined,
    operatorWebhook: (await webhooksOf("/operator/webhooks"))[0]?.id,
  };
}

/** Returns the paths of a route's pages that an account has. */
export function pathsOf(route: string, shown: Shown): string[] {
  return (ownerPages[route]?.(shown) ?? []).filter((path) => path !== undefined);
}

/** Returns the paths of all pages of a signed-in user. */
export async function pathsOfOwner({ url }: Dashboard, visitor: Visitor): Promise<string[]> {
  const shown = await shownOf(url, await visitor.cookie());
  return Object.keys(ownerPages).flatMap((route) => pathsOf(route, shown));
}

/** Returns the paths of all pages of a signed-out visitor, including a sign-in link. */
export async function pathsOfStranger(dashboard: Dashboard, email: string): Promise<string[]> {
  return [...Object.values(strangerPages).flat(), await signInLink(dashboard, email)];
}

/** Returns the path of a new sign-in link. */
export async function signInLink({ environment, url }: Dashboard, email: string): Promise<string> {
  const words = ["accounts", "sign-in-link", "--email", email];
  const printed = await runCommand(words, { ...environment, PUBLIC_URL: url });
  return /(\/sign-in\/link\?token=\S+)/.exec(printed)?.[1] ?? "";
}
