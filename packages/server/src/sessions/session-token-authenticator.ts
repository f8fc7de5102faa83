import {
  accountKey,
  type Authenticator,
  callScopes,
  type Clock,
  type DocumentStore,
  getAccount,
  getSession,
  sessionEpoch,
  systemClock,
  ToolsError,
} from "@tools-api/core";
import { readSessionToken } from "./session-token.ts";

/** What {@link sessionTokenAuthenticator} is made from. */
export interface SessionTokenAuthenticatorOptions {
  documents: DocumentStore;
  /** That of the account app, which issues the tokens: as it signs cookies and quotes. */
  secret: () => Promise<string>;
  /** That of the account app. */
  publicUrl: string;
  clock?: Clock;
}

function refused(wasValid: boolean): ToolsError {
  return new ToolsError(
    "invalid_credentials",
    "The session token is unknown, or has ended with its session.",
    {
      wasValid,
    },
  );
}

/**
 * Resolves the tokens of `POST /account/session-token`, by which the scripts of the pages of `createAccountApp` call the
 * four endpoints. Session and account are read afresh for each call, never from a cache: signing out, ending the
 * session, a new password, suspension and closing hold at the next call in every process. A token has the scopes of the
 * four endpoints alone, so that a script which got hold of one could not manage the account.
 *
 * @example
 * ```ts
 * import { memoryDocuments } from "@tools-api/adapters/storage/memory";
 * import { sessionSecret } from "@tools-api/core";
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
      const [session, owner] = await Promise.all([
        getSession(documents, token.account, token.session, clock.now()),
        getAccount(documents, token.account),
      ]);
      if (!session || !owner || owner.account.status === "closed") throw refused(true);
      const { account, revision } = owner;
      if (session.epoch !== sessionEpoch(account)) throw refused(true);
      return {
        account,
        credential: {
          method: "jwt",
          // One for all sessions of an account: the store keeps the last use of every id for good.
          id: `dashboard_${account.id}`,
          name: "dashboard",
          scopes: callScopes,
          expiresAt: token.expiresAt,
        },
        // Not the session: its document changes whenever it is seen, and has just been read.
        fences: [{ id: accountKey(account.id), revision }],
      };
    },
  };
}
