import { type AttackRequest, bearer, type FairAttack, floodOf, json, type Target } from "../attack.ts";

const analyzer = "/v1/tools/text-analyzer";
const converter = "/v1/tools/image-converter";

/** The members `"<name>":1` of an object, with names in base 36. */
function members(count: number): string {
  return Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(",");
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

/** Returns requests with one JSON body for several calls of the management API. */
function accountCalls({ ownerKey }: Target, bodies: readonly string[]): AttackRequest[] {
  const calls = [
    { path: "/account", method: "PATCH" },
    { path: "/account/keys", method: "POST" },
    { path: "/account/clients", method: "POST" },
    { path: "/account/plan/preview", method: "POST" },
  ];
  return calls.flatMap((call) => bodies.map((body) => ({ ...call, headers: json(ownerKey), body })));
}

function form({ client }: Target, fields: string): AttackRequest[] {
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`,
  };
  return ["/oauth/token", "/oauth/revoke", "/oauth/introspect", "/oauth/authorize", "/sign-in"].map(
    (path) => ({
      path,
      headers,
      body: fields,
    }),
  );
}

/** A body of many parts that are no image. */
function parts(count: number): string {
  const part = (index: number) =>
    `--x\r\nContent-Disposition: form-data; name="${index.toString(36)}"\r\n\r\n1\r\n`;
  return `${Array.from({ length: count }, (_, index) => part(index)).join("")}--x--\r\n`;
}

const manyFields: FairAttack["prepare"] = floodOf(1, ({ key }) => [
  { path: analyzer, headers: json(key), body: `{"text":"x",${members(600_000)}}` },
]);

/** Bodies, queries, forms and parts that are expensive to parse or to refuse. */
export const bodyAttacks: readonly FairAttack[] = [
  { name: "json-fields", description: "6 MB of JSON with 600,000 unknown fields", prepare: manyFields },
  {
    name: "json-fields-4",
    description: "6 MB of JSON with 600,000 unknown fields, four in parallel",
    alsoFromSharedAddress: true,
    prepare: floodOf(4, ({ key }) => [
      { path: analyzer, headers: json(key), body: `{"text":"x",${members(600_000)}}` },
    ]),
  },
  {
    name: "json-deep",
    description: "JSON nested 3,000,000 deep, two in parallel",
    prepare: floodOf(2, ({ key }) => [
      { path: analyzer, headers: json(key), body: `{"text":${nested(3_000_000)}}` },
      { path: analyzer, headers: json(key), body: nested(3_000_000) },
      { path: analyzer, headers: json(key), body: '{"text":'.repeat(700_000) },
    ]),
  },
  {
    name: "json-arrays",
    description: "6 MB of JSON arrays with up to 3,000,000 elements, two in parallel",
    prepare: floodOf(2, ({ key }) => [
      { path: analyzer, headers: json(key), body: `{"text":[${"1,".repeat(2_900_000)}1]}` },
      { path: analyzer, headers: json(key), body: `{"text":[${"[],".repeat(1_900_000)}1]}` },
      { path: analyzer, headers: json(key), body: `{"text":"${"\\u0041".repeat(1_000_000)}"}` },
    ]),
  },
  {
    name: "json-image",
    description: "35 MB of JSON with unknown fields, invalid base64, or spaces, to the image converter",
    prepare: floodOf(2, ({ key }) => [
      { path: converter, headers: json(key), body: `{"format":"webp",${members(3_500_000)}}` },
      { path: converter, headers: json(key), body: `{"format":"webp","image":"${"A".repeat(34_000_000)}"}` },
      {
        path: converter,
        headers: json(key),
        body: `{"format":"webp","image":"${"\\n".repeat(17_000_000)}"}`,
      },
      { path: converter, headers: json(key), body: `{"format":"webp",${" ".repeat(34_000_000)}"image":"A"}` },
    ]),
  },
  {
    name: "account-json",
    description: "64 kB of deep, wide or long JSON to the management API, eight in parallel",
    prepare: floodOf(8, (target) =>
      accountCalls(target, [
        nested(32_000),
        `{"name":${nested(32_000)}}`,
        `{${members(7000)}}`,
        `{"scopes":[${"1,".repeat(32_000)}1]}`,
      ]),
    ),
  },
  {
    name: "oauth-forms",
    description:
      "64 kB forms of thousands of fields, or of one long field, to OAuth and sign-in, eight in parallel",
    prepare: floodOf(8, (target) => [
      ...form(target, "a=&".repeat(21_000)),
      ...form(target, Array.from({ length: 8000 }, (_, index) => `${index.toString(36)}=1`).join("&")),
      ...form(target, `grant_type=${"%41".repeat(21_000)}`),
      ...form(target, `grant_type=refresh_token&refresh_token=${"A".repeat(60_000)}`),
    ]),
  },
  {
    name: "query-names",
    description: "a 10 kB query with 1,500 unknown names, eight in parallel",
    prepare: floodOf(8, ({ key, ownerKey }) => {
      const query = Array.from({ length: 1500 }, (_, index) => `${index.toString(36)}=1`).join("&");
      const image = { ...bearer(key), "Content-Type": "image/png" };
      return [
        { path: `${converter}?${query}`, headers: image, body: "x" },
        { path: `/v1/analytics/usage?${query}`, headers: bearer(key) },
        { path: `/v1/user/profile?${query}`, headers: bearer(key) },
        { path: `/account/keys?${query}`, headers: bearer(ownerKey) },
        { path: `/oauth/authorize?${query}` },
      ];
    }),
  },
  {
    name: "multipart-parts",
    description: "multipart bodies of 5,000 and 500,000 parts, four in parallel",
    prepare: floodOf(4, ({ key }) => {
      const headers = { ...bearer(key), "Content-Type": "multipart/form-data; boundary=x" };
      return [
        { path: converter, headers, body: parts(5000) },
        { path: converter, headers, body: parts(500_000) },
        { path: converter, headers, body: `--x\r\n${"a: b\r\n".repeat(5_000_000)}\r\n--x--` },
        { path: converter, headers, body: "--x\r\n".repeat(6_000_000) },
      ];
    }),
  },
];
