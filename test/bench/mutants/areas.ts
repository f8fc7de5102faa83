/** Source files, the tests that must notice each change of them, and the least share of changes that they notice. */
export interface Area {
  mutate: string[];
  tests: string[];
  /** In percent, a little less than measured. `null`: not measured yet. */
  minimum: number | null;
}

const core = "packages/core/src";
const adapters = "packages/adapters/src";
const server = "packages/server/src";

export const areas: Readonly<Record<string, Area>> = {
  "redirect-uris": {
    mutate: [`${core}/identity/oauth/redirect-uri.ts`],
    tests: ["test/core/identity/oauth-clients.test.ts"],
    minimum: 89,
  },
  sessions: {
    mutate: [`${core}/identity/{sessions,sign-in-links}.ts`, `${core}/store/token.ts`],
    tests: ["test/core/identity/{sessions,sign-in-links}.test.ts"],
    minimum: 83,
  },
  "same-origin": {
    mutate: [`${server}/session/same-origin.ts`, `${server}/http/cookie.ts`],
    tests: ["test/server/account/sessions.test.ts"],
    minimum: 90,
  },
  jwt: {
    mutate: [`${adapters}/auth/{jwt/verify,unverified-token}.ts`],
    tests: ["test/adapters/auth/{jwt,jwt-attacks}.test.ts"],
    minimum: 60,
  },
  issuers: {
    mutate: [`${adapters}/auth/{jwt,jwt/remote-keys,token-principal}.ts`],
    tests: ["test/adapters/auth/jwt.test.ts"],
    minimum: null,
  },
  introspection: {
    mutate: [`${adapters}/auth/introspection.ts`],
    tests: ["test/adapters/auth/introspection.test.ts"],
    minimum: null,
  },
  "api-keys": {
    mutate: [
      `${core}/identity/{api-key,api-key-digests,api-key-format,api-keys,credential-counts,find-api-key,rotate-api-key}.ts`,
    ],
    tests: ["test/core/identity/{api-keys,credential-counts}.test.ts", "test/server/account/keys.test.ts"],
    minimum: null,
  },
  grants: {
    mutate: [`${core}/identity/oauth/{access-tokens,clients,codes,grants,pkce,refresh-tokens}.ts`],
    tests: ["test/server/oauth/tokens.test.ts"],
    minimum: null,
  },
  "token-endpoint": {
    mutate: [
      `${server}/oauth/{client-authentication,form-request,introspection-endpoint,issue-throttle,token-endpoint}.ts`,
    ],
    tests: ["test/server/oauth/tokens.test.ts"],
    minimum: null,
  },
  "authorization-endpoint": {
    mutate: [`${server}/oauth/{authorization-endpoint,authorization-request,consent-ticket,scopes}.ts`],
    tests: ["test/server/oauth/authorize.test.ts"],
    minimum: null,
  },
  "sign-in": {
    mutate: [`${server}/session/{known-device,session,sign-in-throttle}.ts`],
    tests: ["test/server/account/{sessions,sign-in}.test.ts"],
    minimum: null,
  },
  addresses: {
    mutate: [
      `${server}/http/{address-block,attempt-limiter,failed-attempts}.ts`,
      `${server}/runtime/client-address.ts`,
    ],
    tests: ["test/server/api/guesses.test.ts"],
    minimum: null,
  },
  headers: {
    mutate: [`${server}/http/{credential,request-id,security-headers}.ts`],
    tests: ["test/server/api/{errors,redaction,security-headers}.test.ts"],
    minimum: null,
  },
  bodies: {
    mutate: [`${server}/http/{body,form,json-reader,json-string,json-structure,query}.ts`],
    tests: ["test/server/api/bounded-input.test.ts"],
    minimum: null,
  },
  svg: {
    mutate: [`${core}/image/{svg,svg-references}.ts`],
    tests: ["test/core/image/svg.test.ts"],
    minimum: null,
  },
  turns: {
    mutate: [`${core}/work/turns.ts`],
    tests: ["test/core/fair-turns.property.test.ts"],
    minimum: null,
  },
  "work-queue": {
    mutate: [`${server}/http/{shares,work-queue}.ts`],
    tests: ["test/server/api/overload.test.ts"],
    minimum: null,
  },
};
