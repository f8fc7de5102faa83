import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { openBrowser } from "../cookie-browser.ts";

/** A real identity provider in its own process. */
export interface IdentityProvider {
  issuer: string;
  /** Returns an access token for a resource, by client credentials. */
  token(resource: string, scope?: string): Promise<string>;
  /**
   * Returns the tokens of a user who signs in to the client `portal`: an access token for the resource, and
   * an ID token.
   */
  signIn(resource: string, parameters?: Record<string, string>): Promise<UserTokens>;
  /**
   * Returns the redirect to a client at the end of an authorization request. A user with the login `1#ada@example.com` has
   * that address; it is not verified if the login begins with `unverified`.
   */
  callback(url: string, redirectUri: string, login: string): Promise<string>;
  /** Revokes a token (RFC 7009). */
  revoke(token: string): Promise<void>;
  /** Returns the secret of one of its clients, `batch` and `tools-api`. */
  secretOf(client: string): string;
  stop(): void;
}

/** The tokens of a sign-in (OpenID Connect Core §3.1.3.3). */
interface UserTokens {
  access_token: string;
  id_token: string;
}

const program = fileURLToPath(new URL("./oidc-provider-program.mjs", import.meta.url));

/** Starts oidc-provider, which ends at the latest with this process. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  // It warns about every setting that is unsuitable for production.
  const child = fork(program, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const issuer = await new Promise<string>((resolve, reject) => {
    // The program sends one message.
    child.once("message", (message: { issuer: string }) => resolve(message.issuer));
    child.once("exit", (code) => reject(new Error(`oidc-provider ended with ${code}`)));
  });
  const secretOf = (client: string) => `${client}: the secret+of/the client & 32 characters`;
  const post = async (path: string, fields: Record<string, string>, clientId = "batch") => {
    const client = new URLSearchParams({ "": clientId }).toString().slice(1);
    const secret = new URLSearchParams({ "": secretOf(clientId) }).toString().slice(1);
    const response = await fetch(`${issuer}${path}`, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa(`${client}:${secret}`)}` },
      body: new URLSearchParams(fields),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  const callback = async (url: string, redirectUri: string, login: string) => {
    const browser = openBrowser(issuer);
    let next = url.replace(issuer, "");
    for (let step = 0; !next.startsWith(redirectUri); step++) {
      const prompt = next.includes("/interaction/") && step < 3 ? "login" : "consent";
      const fields = { prompt, login, password: "any" };
      const response = await browser.request(next, next.startsWith("/interaction/") ? fields : undefined);
      const location = response.headers.get("Location");
      if (location === null || step > 8) throw new Error(`${next}: ${response.status}`);
      next = location.replace(issuer, "");
    }
    return next;
  };
  return {
    issuer,
    secretOf,
    callback,
    async token(resource, scope = "text:analyze profile:read") {
      // The shape of RFC 6749 §5.1.
      const answer = JSON.parse(
        await post("/token", { grant_type: "client_credentials", resource, scope }),
      ) as { access_token: string };
      return answer.access_token;
    },
    async signIn(resource, parameters = {}) {
      const verifier = generateRandomCodeVerifier();
      const redirect_uri = "https://portal.example/callback";
      const query = new URLSearchParams({
        client_id: "portal",
        redirect_uri,
        response_type: "code",
        scope: "openid profile:read",
        resource,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...parameters,
      });
      const next = await callback(`${issuer}/auth?${query.toString()}`, redirect_uri, "ada");
      const code = new URL(next).searchParams.get("code") ?? "";
      const exchange = { grant_type: "authorization_code", code, redirect_uri, code_verifier: verifier };
      return JSON.parse(await post("/token", { ...exchange, resource }, "portal")) as UserTokens;
    },
    async revoke(token) {
      await post("/token/revocation", { token });
    },
    stop: () => child.disconnect(),
  };
}
