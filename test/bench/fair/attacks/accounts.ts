import {
  type AttackRequest,
  bearer,
  type FairAttack,
  floodOf,
  json,
  type Target,
  victimAddress,
} from "../attack.ts";

const cookie = ({ session, url }: Target) => ({ Cookie: `session=${session}`, Origin: url });

const formHeaders = ({ url }: Target) => ({
  "Content-Type": "application/x-www-form-urlencoded",
  Origin: url,
});

/** Addresses of an attacker with a network of its own. */
const otherAddress = (index: number) => `127.0.${1 + (index % 100)}.${1 + (index % 250)}`;

const lastYear = () => {
  const end = Date.now();
  const start = end - 365 * 86_400_000;
  return `start_date=${new Date(start).toISOString().slice(0, 10)}&end_date=${new Date(end).toISOString().slice(0, 10)}`;
};

/** Many requests of one kind, from many client addresses. */
function fromManyAddresses(
  clients: number,
  next: (target: Target, index: number) => AttackRequest,
): FairAttack["prepare"] {
  return (target) => (attacker) =>
    attacker.flood(clients, (index) => ({
      ...next(target, index),
      address: target.address === victimAddress ? victimAddress : otherAddress(index),
    }));
}

/** Reads and writes of accounts: reports, exports, pages, passwords, tokens and credentials. */
export const accountAttacks: readonly FairAttack[] = [
  {
    name: "year-report",
    description: "a year-long report of a busy account, by 8 clients",
    prepare: floodOf(8, ({ key, ownerKey }) => [
      { path: `/v1/analytics/usage?${lastYear()}`, headers: bearer(key) },
      { path: `/v1/analytics/usage?${lastYear()}&timezone=America/St_Johns`, headers: bearer(key) },
      { path: `/account/usage?${lastYear()}&timezone=Asia/Kathmandu`, headers: bearer(ownerKey) },
      { path: "/v1/user/profile?include_stats=true", headers: bearer(key) },
    ]),
  },
  {
    name: "export",
    description: "the export of an account with 10,000 keys and a busy year, by 4 clients",
    prepare: floodOf(4, ({ ownerKey }) => [{ path: "/account/export", headers: bearer(ownerKey) }]),
  },
  {
    name: "keys-page",
    description: "the pages of an account with 10,000 keys, by 4 clients",
    prepare: floodOf(4, (target) =>
      ["/keys", "/", "/usage", "/apps", "/plan", "/profile", "/keys"].map((path) => ({
        path,
        headers: { ...cookie(target), Accept: "text/html" },
      })),
    ),
  },
  {
    name: "write-load",
    description: "profile calls, which are writes, by 64 clients, with checkpoints of the write-ahead log",
    prepare: floodOf(64, ({ key, ownerKey }) => [
      ...Array.from({ length: 7 }, () => ({ path: "/v1/user/profile", headers: bearer(key) })),
      {
        path: "/account",
        method: "PATCH",
        headers: json(ownerKey),
        body: JSON.stringify({ name: "x".repeat(100) }),
      },
    ]),
  },
  {
    name: "sign-in",
    description: "sign-in attempts for accounts that do not exist, from 25,000 addresses, 64 in parallel",
    alsoFromSharedAddress: true,
    prepare: fromManyAddresses(64, (target, index) => ({
      path: "/sign-in",
      headers: formHeaders(target),
      body: `email=nobody${index}%40example.com&password=correct+horse+battery`,
    })),
  },
  {
    name: "sign-up",
    description: "sign-ups, 64 in parallel, from 25,000 addresses",
    prepare: fromManyAddresses(64, (target, index) => ({
      path: "/sign-up",
      headers: formHeaders(target),
      body: `email=crowd${process.pid}-${index}%40example.com&name=x&password=correct+horse+battery`,
    })),
  },
  {
    name: "bad-keys",
    description: "unknown API keys and bearer tokens, 64 in parallel, from 25,000 addresses",
    alsoFromSharedAddress: true,
    prepare: fromManyAddresses(64, (_, index) => ({
      path: "/v1/user/profile",
      headers: bearer(
        index % 2 === 0 ? `tk_live_${"A".repeat(38)}` : `eyJhbGciOiJub25lIn0.${"e".repeat(8000)}.x`,
      ),
    })),
  },
  {
    name: "public-pages",
    description: "documents, pages, metrics and files, GET and HEAD, 64 in parallel",
    prepare: floodOf(64, () =>
      ["/openapi.json", "/docs", "/docs/errors", "/metrics", "/", "/sign-in", "/readyz", "/nowhere"].flatMap(
        (path) => [
          { path, headers: { Accept: "text/html" } },
          { path, method: "HEAD" },
          { path, method: "OPTIONS" },
        ],
      ),
    ),
  },
  {
    name: "large-headers",
    description: "15 kB of headers or of path, 64 in parallel",
    prepare: floodOf(64, ({ key }) => [
      { path: "/v1/user/profile", headers: { ...bearer(key), "X-A": "a".repeat(15_000) } },
      { path: "/v1/user/profile", headers: { ...bearer(key), Accept: "a/b;q=0.1,".repeat(1400) } },
      { path: "/v1/user/profile", headers: { ...bearer(key), Cookie: "a=b; ".repeat(2900) } },
      { path: `/v1/${"a/".repeat(7000)}`, headers: bearer(key) },
      { path: `/oauth/${"%41".repeat(4900)}`, headers: bearer(key) },
    ]),
  },
  {
    name: "credentials",
    description: "keys that are created, rotated, listed and revoked, by 32 clients",
    prepare: floodOf(32, ({ ownerKey }) => [
      { path: "/account/keys", headers: json(ownerKey), body: '{"name":"x"}' },
      { path: "/account/keys?limit=100", headers: bearer(ownerKey) },
      {
        path: "/account/clients",
        headers: json(ownerKey),
        body: '{"name":"x","redirect_uris":["https://a.example/"]}',
      },
      { path: "/account/clients?limit=100", headers: bearer(ownerKey) },
      { path: "/account/sessions", headers: bearer(ownerKey) },
    ]),
  },
  {
    name: "plan-changes",
    description: "plan previews and changes with new idempotency keys, by 32 clients",
    prepare: (target) => (attacker) =>
      attacker.flood(32, (index) => ({
        path: index % 3 === 0 ? "/account/plan" : "/account/plan/preview",
        method: "POST",
        headers: { ...json(target.ownerKey), ...(index % 3 === 0 && { "Idempotency-Key": `key-${index}` }) },
        body: JSON.stringify({ plan: index % 2 === 0 ? "pro" : "enterprise", effective: "now" }),
      })),
  },
  {
    name: "tokens",
    description: "client credentials tokens, which are signed, and introspections, by 32 clients",
    prepare: floodOf(32, ({ client }) => {
      const headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`,
      };
      return [
        { path: "/oauth/token", headers, body: "grant_type=client_credentials" },
        { path: "/oauth/introspect", headers, body: `token=${"e".repeat(5000)}` },
        { path: "/oauth/revoke", headers, body: `token=trt_${"A".repeat(43)}` },
      ];
    }),
  },
];
