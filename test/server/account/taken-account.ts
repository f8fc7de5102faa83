import { accessTokenAuthenticator, jwtAccessTokens } from "@tools-api/adapters/auth/access-token";
import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { scryptHasher } from "@tools-api/adapters/auth/scrypt";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import { type DocumentStore, firstAuthenticator } from "@tools-api/core";
import {
  createApiKey,
  createSession,
  createSignInLink,
  sessionSecret,
  signUp,
} from "@tools-api/core/accounts";
import { createOAuthClient } from "@tools-api/core/oauth";
import { allowClient, issueCode } from "@tools-api/core/internal/identity";
import { createAccountApp, createApi, createAuthorizationServer } from "@tools-api/server";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { callScopes, everyScope } from "../../scopes.ts";

const scopes = [...callScopes, "account:read", "account:write"];

export const publicUrl = "http://localhost:3000";
export const squattersPassword = "squatter knows this";
const callback = "https://app.example/callback";
export const passwords = scryptHasher({ logCost: 4 });

/** Whether a request with the credential succeeded. */
export interface Uses {
  [credential: string]: boolean;
}

/**
 * Creates an account by a squatter with another person's address, with every kind of access to it. Starts two
 * processes on its stores.
 */
export async function takenAccount(wrap: (documents: DocumentStore) => DocumentStore = (store) => store) {
  const documents = wrap(memoryDocuments());
  const usage = memoryUsage();
  const stores = { documents, usage };
  const secret = () => sessionSecret(documents);
  const startProcess = () => {
    const accessTokens = jwtAccessTokens({ documents, issuer: publicUrl, secret });
    const shared = {
      ...stores,
      publicUrl,
      passwords,
      authenticator: firstAuthenticator(
        apiKeyAuthenticator({ documents }),
        accessTokenAuthenticator({ documents, accessTokens }),
      ),
    };
    const app = createApi({ ...shared, served: ["management", "oauth"] });
    app.route("/", createAccountApp(shared));
    app.route("/", createAuthorizationServer({ ...shared, accessTokens }));
    return app;
  };
  const processes = [startProcess(), startProcess()] as const;
  const now = Date.now();
  const email = "victim@example.com";
  const { account } = await signUp({ documents, passwords }, { email, password: squattersPassword }, now);

  const request = (path: string, init: RequestInit = {}, process = 0) =>
    (processes[process] ?? processes[0]).request(publicUrl + path, init);
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
  });
  const token = async (fields: Record<string, string>) => {
    const response = await request("/oauth/token", form(fields));
    // The responses of the token endpoint are objects.
    return (await response.json()) as Record<string, string>;
  };

  const key = await createApiKey(documents, account.id, { scopes: everyScope }, { at: now });
  const robot = await createOAuthClient(
    documents,
    account.id,
    { name: "Robot", scopes: scopes },
    { at: now },
  );
  const robotForm = { client_id: robot.client.id, client_secret: robot.secret ?? "" };
  const { account: other } = await signUp(
    { documents, passwords },
    { email: "squatter@example.com", password: squattersPassword },
    now,
  );
  const reader = await createOAuthClient(
    documents,
    other.id,
    { name: "Reader", redirectUris: [callback], scopes: scopes },
    { at: now },
  );
  const verifier = generateRandomCodeVerifier();
  const code = async () => {
    const allowed = { account: account.id, client: reader.client.id, scopes: scopes };
    const grant = await allowClient(stores, allowed, Date.now());
    const fields = {
      ...allowed,
      grant: grant.id,
      resource: "",
      redirectUri: callback,
      codeChallenge: await calculatePKCECodeChallenge(verifier),
      authenticatedAt: now,
    };
    return (await issueCode(documents, fields, Date.now())) ?? "";
  };
  const readerForm = { client_id: reader.client.id, client_secret: reader.secret ?? "" };
  const redeem = (sent: string) =>
    token({
      ...readerForm,
      grant_type: "authorization_code",
      code: sent,
      code_verifier: verifier,
      redirect_uri: callback,
    });
  const user = await redeem(await code());
  const machine = await token({ ...robotForm, grant_type: "client_credentials", scope: scopes.join(" ") });
  const session = await createSession(documents, { account: account.id, method: "password" }, now);
  const sessionCookie = { Cookie: `session=${session?.token ?? ""}`, Origin: publicUrl };
  const pendingLink = await createSignInLink(documents, account.id, { at: now });
  const pendingCode = await code();

  const works = async (bearer: string, process: number) =>
    (await request("/account", { headers: { Authorization: `Bearer ${bearer}` } }, process)).status === 200;

  return {
    account,
    email,
    stores,
    request,
    form,
    key,
    robot: robot.client,
    sessionCookie,
    /** Uses all credentials of the squatter, in one of the processes. */
    async uses(process = 0): Promise<Uses> {
      const fromRobot = await token({
        ...robotForm,
        grant_type: "client_credentials",
        scope: "account:read",
      });
      const fromRefresh = await token({
        ...readerForm,
        grant_type: "refresh_token",
        refresh_token: user["refresh_token"] ?? "",
      });
      if (fromRefresh["refresh_token"]) user["refresh_token"] = fromRefresh["refresh_token"];
      return {
        key: await works(key.secret, process),
        userToken: await works(user["access_token"] ?? "", process),
        machineToken: await works(machine["access_token"] ?? "", process),
        clientSecret: await works(fromRobot["access_token"] ?? "", process),
        refreshToken: await works(fromRefresh["access_token"] ?? "", process),
        session: (await request("/account", { headers: sessionCookie }, process)).status === 200,
      };
    },
    /** Uses the one-time credentials: a code and a sign-in link. */
    async pending(): Promise<Uses> {
      const redeemed = await redeem(pendingCode);
      const taken = await request("/sign-in/link", form({ token: pendingLink }, { Origin: publicUrl }));
      return { code: await works(redeemed["access_token"] ?? "", 0), link: taken.status === 303 };
    },
    /** Returns the browser headers of the owner, who has followed a sign-in link. */
    async ownerByLink() {
      const link = await createSignInLink(documents, account.id, { at: Date.now() });
      const taken = await request("/sign-in/link", form({ token: link }, { Origin: publicUrl }));
      return browserOf(taken);
    },
    /** Submits the form of the password page with its default values, except for some fields. */
    async setPassword(headers: Record<string, string>, fields: Record<string, string> = {}) {
      return request("/password", form({ password: "the owner's new one", ...fields }, headers));
    },
  };
}

/** Returns the headers of a browser after a response that has set its session. */
export function browserOf(response: Response): Record<string, string> {
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session=")) ?? "";
  return { Cookie: cookie.split(";")[0] ?? "", Origin: publicUrl };
}
