import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import {
  agree,
  type Browser,
  openBrowser,
  registerClient,
  type RegisteredClient,
  signUp,
} from "../../engines/cookie-browser.ts";

/** A server, a signed-in user, and clients that are registered there. */
export interface Scene {
  url: string;
  browser: Browser;
  app: RegisteredClient;
  /** Public, with this redirect URI except for the port. */
  native: RegisteredClient;
  redirectUri: string;
  /** A client of another account, with the grant type client_credentials. */
  worker: RegisteredClient;
}

/** Signs up two users and registers the clients of a scene. */
export async function setScene(url: string): Promise<Scene> {
  const [browser, other] = [openBrowser(url), openBrowser(url)];
  await signUp(browser, "ada@example.com");
  await signUp(other, "grace@example.com");
  const redirectUri = "http://127.0.0.1:49152/callback";
  return {
    url,
    browser,
    redirectUri,
    app: await registerClient(browser, { name: "Reader", redirect_uris: [redirectUri] }),
    native: await registerClient(browser, {
      name: "Notes",
      type: "public",
      redirect_uris: ["http://127.0.0.1/callback"],
    }),
    worker: await registerClient(other, { name: "Nightly" }),
  };
}

/** The outcome of each step, by its name. */
export type Outcomes = Record<string, unknown>;

// The libraries reject plain http. The option is marked as deprecated to discourage its use.
const insecure = { [oauth.allowInsecureRequests]: true };

/** Returns the error code of the server's refusal, or any other error. */
async function refusal(attempt: Promise<unknown>): Promise<unknown> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
      return error.error;
    if (error instanceof oauth.WWWAuthenticateChallengeError)
      return [error.status, ...error.cause.map(({ scheme }) => scheme)];
    throw error;
  }
}

function profileStatus(url: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(`${url}/v1/user/profile`, { headers }).then(({ status }) => status);
}

/**
 * Runs a public client with `oauth4webapi`: code and PKCE, refresh, replays, and the token as a resource
 * server reads it.
 */
export async function judgeWithOauth4webapi({ url, browser, native, redirectUri }: Scene): Promise<Outcomes> {
  const issuer = new URL(url);
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  const as = await oauth.processDiscoveryResponse(issuer, discovered);
  const client: oauth.Client = { client_id: native.id };
  const auth = oauth.None();

  async function authorized(parameters: Record<string, string>): Promise<URLSearchParams> {
    const state = oauth.generateRandomState();
    const request = new URL(as.authorization_endpoint ?? "");
    const fixed = { client_id: native.id, redirect_uri: redirectUri, response_type: "code", state };
    request.search = new URLSearchParams({ ...fixed, ...parameters }).toString();
    return oauth.validateAuthResponse(as, client, await agree(browser, request), state);
  }
  async function challenge(verifier: string): Promise<Record<string, string>> {
    const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
    return { code_challenge, code_challenge_method: "S256", scope: "profile:read usage:read" };
  }
  async function exchange(answer: URLSearchParams, verifier: string) {
    const sent = oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      answer,
      redirectUri,
      verifier,
      insecure,
    );
    return oauth.processAuthorizationCodeResponse(as, client, await sent);
  }
  async function refresh(token: string) {
    const sent = await oauth.refreshTokenGrantRequest(as, client, auth, token, insecure);
    return oauth.processRefreshTokenResponse(as, client, sent);
  }

  const outcomes: Outcomes = { missingPkce: await refusal(authorized({ scope: "profile:read" })) };

  const verifier = oauth.generateRandomCodeVerifier();
  const answer = await authorized(await challenge(verifier));
  const tokens = await exchange(answer, verifier);
  outcomes["scope"] = tokens.scope;
  outcomes["expiresIn"] = tokens.expires_in;
  outcomes["call"] = await profileStatus(url, tokens.access_token);

  const call = new Request(url, { headers: { Authorization: `Bearer ${tokens.access_token}` } });
  const claims = await oauth.validateJwtAccessToken(as, call, url, insecure);
  outcomes["claims"] = { client: claims.client_id === native.id, scope: claims.scope };

  outcomes["replayedCode"] = await refusal(exchange(answer, verifier));

  const first = await exchange(await authorized(await challenge(verifier)), verifier);
  const second = await refresh(first.refresh_token ?? "");
  outcomes["callAfterRefresh"] = await profileStatus(url, second.access_token);
  const repeated = await refresh(first.refresh_token ?? "");
  outcomes["callAfterRepeatedRefresh"] = await profileStatus(url, repeated.access_token);

  const resource = await oauth.resourceDiscoveryRequest(issuer, insecure);
  outcomes["resource"] = await oauth.processResourceDiscoveryResponse(issuer, resource);
  return outcomes;
}

/**
 * Runs a confidential client with `openid-client`: code, refresh, introspection, revocation and client
 * credentials.
 */
export async function judgeWithOpenidClient(scene: Scene): Promise<Outcomes> {
  const { url, browser, app, worker, redirectUri } = scene;
  const discover = (id: string, auth: openid.ClientAuth) =>
    openid.discovery(new URL(url), id, undefined, auth, {
      algorithm: "oauth2",
      // These requests never leave the loopback interface.
      execute: [openid.allowInsecureRequests],
    });
  const config = await discover(app.id, openid.ClientSecretBasic(app.secret));

  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const expectedState = openid.randomState();
  const request = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "profile:read text:analyze",
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
    state: expectedState,
    resource: url,
  });
  const landed = await agree(browser, request);
  const tokens = await openid.authorizationCodeGrant(config, landed, { pkceCodeVerifier, expectedState });
  const outcomes: Outcomes = { scope: tokens.scope, call: await profileStatus(url, tokens.access_token) };

  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "", {
    scope: "profile:read",
  });
  outcomes["narrowedScope"] = refreshed.scope;
  outcomes["widenedScope"] = await refusal(
    openid.refreshTokenGrant(config, refreshed.refresh_token ?? "", { scope: "profile:read usage:read" }),
  );

  const workerConfig = await discover(worker.id, openid.ClientSecretPost(worker.secret));
  const own = await openid.clientCredentialsGrant(workerConfig, { scope: "profile:read" });
  outcomes["clientCredentials"] = [
    own.scope,
    own.refresh_token ?? null,
    await profileStatus(url, own.access_token),
  ];
  const { active, token_type, scope, client_id } = await openid.tokenIntrospection(
    workerConfig,
    own.access_token,
  );
  outcomes["introspection"] = { active, token_type, scope, own: client_id === worker.id };
  outcomes["introspectionOfRefresh"] = (
    await openid.tokenIntrospection(config, refreshed.refresh_token ?? "")
  ).active;
  await openid.tokenRevocation(workerConfig, own.access_token);
  outcomes["callAfterRevocation"] = await profileStatus(url, own.access_token);
  outcomes["introspectionAfterRevocation"] = await openid.tokenIntrospection(workerConfig, own.access_token);
  outcomes["revocationOfAnothers"] = await refusal(
    openid.tokenRevocation(workerConfig, refreshed.access_token),
  );

  await openid.tokenRevocation(config, refreshed.refresh_token ?? "");

  const wrong = await discover(worker.id, openid.ClientSecretBasic("tcs_wrong"));
  outcomes["wrongSecret"] = await refusal(openid.clientCredentialsGrant(wrong));
  return outcomes;
}

/** Returns the outcomes of both clients with a server that follows the RFCs. */
export function expectedOutcomes(url: string): { oauth4webapi: Outcomes; openidClient: Outcomes } {
  return {
    oauth4webapi: {
      missingPkce: "invalid_request",
      scope: "usage:read profile:read",
      expiresIn: 900,
      call: 200,
      claims: { client: true, scope: "usage:read profile:read" },
      replayedCode: "invalid_grant",
      callAfterRefresh: 200,
      callAfterRepeatedRefresh: 200,
      resource: {
        resource: url,
        authorization_servers: [url],
        scopes_supported: [
          "text:analyze",
          "image:convert",
          "usage:read",
          "profile:read",
          "account:read",
          "account:write",
        ],
        bearer_methods_supported: ["header"],
        resource_name: "Tools API",
      },
    },
    openidClient: {
      scope: "text:analyze profile:read",
      call: 200,
      narrowedScope: "profile:read",
      widenedScope: "invalid_scope",
      clientCredentials: ["profile:read", null, 200],
      introspection: { active: true, token_type: "Bearer", scope: "profile:read", own: true },
      introspectionOfRefresh: true,
      callAfterRevocation: 401,
      introspectionAfterRevocation: { active: false },
      revocationOfAnothers: "invalid_grant",
      wrongSecret: [401, "basic"],
    },
  };
}
