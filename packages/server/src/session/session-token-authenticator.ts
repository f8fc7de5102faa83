import { type Authenticator, type Clock, type DocumentStore, systemClock, ToolsError } from "@tools-api/core";
import { fence, getAccount, getSession } from "@tools-api/core/accounts";
import { readSessionToken } from "./session-token.ts";

/** The options of {@link sessionTokenAuthenticator}. */
export interface SessionTokenAuthenticatorOptions {
  documents: DocumentStore;
  /** Returns the secret of the account app, which issues the tokens and also signs cookies and quotes. */
  secret: () => Promise<string>;
  /** The public URL of the account app. */
  publicUrl: string;
  clock?: Clock;
}

function refused(wasValid: boolean): ToolsError {
  return new ToolsError(
    "invalid_credentials",
    "The session token is unknown, or its session has ended. Sign in again.",
    {
      wasValid,
    },
  );
}

/**
 * Creates an authenticator for the tokens of `POST /account/session-token`. The scripts of `createAccountApp` use these
 * tokens to call the endpoints under /v1.
 * It reads session and account from the store for each call. Signing out, ending the session, a new password,
 * suspension and closing take effect at the next call in every process. A token has only the scopes of
 * these calls, so a script that steals one cannot manage the account.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core/accounts";
 * import { sessionTokenAuthenticator } from "@tools-api/server";
 *
 * const documents = memoryDocuments();
 * const authenticator = sessionTokenAuthenticator({
 *   documents,
 *   secret: () => sessionSecret(documents),
 *   publicUrl: "https://api.example.com",
 * });
 * console.log(await authenticator.authenticate("not-a-token")); // null
 * ```
 */
export function sessionTokenAuthenticator({
  documents,
  secret,
  publicUrl,
  clock = systemClock,
}: SessionTokenAuthenticatorOptions): Authenticator {
  return {
    async authenticate(credential) {
      const token = await readSessionToken({ secret, publicUrl, clock }, credential);
      if (token === null) return null;
      if (typeof token === "string") throw refused(token === "ended");
      const owner = await getAccount(documents, token.account);
      if (!owner || owner.value.status === "closed") throw refused(true);
      const account = owner.value;
      if (!(await getSession(documents, { account: account.id, id: token.session }, clock.now(), account)))
        throw refused(true);
      return {
        account,
        credential: {
          method: "jwt",
          // One id for all sessions of an account, because the store keeps the last use of every id permanently.
          id: `dashboard_${account.id}`,
          name: "dashboard",
          scopes: null,
          expiresAt: token.expiresAt,
        },
        // Not the session: its document changes at every sighting, and it has just been read.
        fences: [fence(owner)],
      };
    },
  };
}
