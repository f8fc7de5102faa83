import { type Clock, ToolsError } from "@tools-api/core";
import type { NewSubject } from "@tools-api/core/accounts";
import type * as openidClient from "openid-client";
import type { ClientAuth, Configuration, CustomFetchOptions } from "openid-client";
import { GrowingBytes } from "../http/growing-bytes.ts";
import { isLoopback } from "../http/loopback.ts";

/** The settings of an identity provider that speaks OpenID Connect. */
export interface IdentityProviderSettings {
  /** The exact `iss` of its ID tokens: an https URL, or http on loopback. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name on the button. Default: the host of the issuer. */
  name?: string | undefined;
  /** Default: `openid email profile`. */
  scope?: string | undefined;
}

/** The secrets of one sign-in. */
interface SignInSecrets {
  state: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
}

/** Signs users in at the identity provider. */
export interface IdentityProvider {
  name: string;
  issuer: string;
  /**
   * Returns the address at the provider that begins a sign-in.
   * @throws ToolsError `storage_unavailable` if the provider does not respond.
   */
  beginAt(redirectUri: string, secrets: SignInSecrets): Promise<URL>;
  /**
   * Returns the user of a sign-in. `email` is absent unless the provider has verified it.
   *
   * @param callback The redirect URI with the query of the provider's response.
   * @throws ToolsError `invalid_credentials` if the response does not verify; `storage_unavailable` if the provider does not
   *   respond or refuses the client.
   */
  finish(callback: URL, secrets: SignInSecrets): Promise<NewSubject>;
}

const timeoutSeconds = 5;
// Without a pause, each visitor would wait for a provider that is down.
const retryMs = 5000;
const maxResponseBytes = 262_144;
const maxClaimLength = 1000;

function unavailable(name: string, cause: unknown): ToolsError {
  return new ToolsError(
    "storage_unavailable",
    `${name} does not respond. Try again in a minute, or sign in in another way.`,
    { cause, retryAfter: retryMs / 1000 },
  );
}

/** Reads a body to its end. Attack: a body without an end fills the memory. */
async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  const read = new GrowingBytes(0);
  for await (const chunk of response.body ?? []) {
    if (read.length + chunk.length > maxResponseBytes)
      throw new Error(`expected at most ${maxResponseBytes} bytes, received more`);
    read.append(chunk);
  }
  return read.length === 0 ? null : read.bytes;
}

/** Thrown if the provider does not respond, responds with 5xx, or with too many bytes. */
class ProviderUnreachable extends Error {}

async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  try {
    // The library sends no other bodies than forms.
    const body = options.body instanceof URLSearchParams ? options.body : null;
    const response = await fetch(url, { ...options, body });
    const { status, headers } = response;
    const bytes = await readBounded(response);
    if (status >= 500) throw new Error(`expected a status below 500, received ${status}`);
    return new Response(bytes, { status, headers });
  } catch (error) {
    throw new ProviderUnreachable("The identity provider does not respond.", { cause: error });
  }
}

/** Returns an error with those that caused it. */
function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

type Library = typeof openidClient;

function discover(
  library: Library,
  { issuer, clientId, clientSecret }: IdentityProviderSettings,
): Promise<Configuration> {
  const url = new URL(issuer);
  const [post, basic] = [library.ClientSecretPost(clientSecret), library.ClientSecretBasic(clientSecret)];
  const authentication: ClientAuth = (server, ...request) => {
    // Without metadata, the provider supports `client_secret_basic` (OpenID Connect Discovery §3).
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    return (methods.includes("client_secret_post") ? post : basic)(server, ...request);
  };
  return library.discovery(url, clientId, undefined, authentication, {
    timeout: timeoutSeconds,
    [library.customFetch]: boundedFetch,
    execute: [
      // The signature of an ID token is verified even though it comes from the provider directly.
      library.enableNonRepudiationChecks,
      ...(url.protocol === "http:" && isLoopback(url.hostname) ? [library.allowInsecureRequests] : []),
    ],
  });
}

/**
 * Returns the metadata that an identity provider publishes.
 *
 * @throws Error if it does not respond, or is another issuer.
 */
export async function discoverProvider(
  settings: IdentityProviderSettings,
): Promise<ReturnType<Configuration["serverMetadata"]>> {
  return (await discover(await import("openid-client"), settings)).serverMetadata();
}

function textClaim(claim: unknown): string | undefined {
  return typeof claim === "string" && claim.length <= maxClaimLength ? claim : undefined;
}

/**
 * Creates the client of an identity provider. It discovers the endpoints at the first sign-in, so a provider that does not
 * respond delays neither the start nor the other ways to sign in.
 */
export function identityProvider(settings: IdentityProviderSettings, clock: Clock): IdentityProvider {
  const { issuer, name = new URL(issuer).host, scope = "openid email profile" } = settings;
  let known: Promise<Configuration> | undefined;
  let failure: { at: number; error: ToolsError } | undefined;

  /** Loads the library at the first sign-in, because many servers never need it. */
  const load = () => import("openid-client");

  async function configuration(): Promise<Configuration> {
    if (failure && Math.abs(clock.now() - failure.at) < retryMs) throw failure.error;
    known ??= load().then((library) => discover(library, settings));
    try {
      return await known;
    } catch (error) {
      known = undefined;
      failure = { at: clock.now(), error: unavailable(name, error) };
      throw failure.error;
    }
  }

  /** Returns the error of a failed sign-in. A refused client is a fault of the settings, which the log shows. */
  function finishError(library: Library, error: unknown): ToolsError {
    if (error instanceof library.AuthorizationResponseError)
      return new ToolsError("invalid_credentials", `${name} did not sign you in. Try again.`, {
        cause: error,
      });
    const isRefused = error instanceof library.ResponseBodyError && error.error !== "invalid_grant";
    const isUnreachable = causes(error).some((cause) => cause instanceof ProviderUnreachable);
    if (isRefused || isUnreachable) return unavailable(name, error);
    return new ToolsError(
      "invalid_credentials",
      `The server does not accept the response of ${name}. Try again.`,
      {
        cause: error,
      },
    );
  }

  return {
    name,
    issuer,

    async beginAt(redirectUri, { state, nonce, verifier }) {
      const [library, config] = await Promise.all([load(), configuration()]);
      return library.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },

    async finish(callback, { state, nonce, verifier }) {
      const [library, config] = await Promise.all([load(), configuration()]);
      try {
        const tokens = await library.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw new Error("The response has no ID token.");
        const { iss, sub } = token;
        const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
        // Providers may return the claims of a scope only there (OpenID Connect Core §5.4).
        const claims: Readonly<Record<string, unknown>> =
          token["email"] === undefined && hasUserInfo
            ? await library.fetchUserInfo(config, tokens.access_token, sub)
            : token;
        // Some providers send the text instead of the value.
        const isVerified = [true, "true"].includes(claims["email_verified"] as boolean | string);
        const email = isVerified ? textClaim(claims["email"]) : undefined;
        return { issuer: iss, subject: sub, email, name: textClaim(claims["name"]) };
      } catch (error) {
        throw finishError(library, error);
      }
    },
  };
}
