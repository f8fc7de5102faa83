import {
  type ApiKeyDigests,
  type Authenticator,
  type Clock,
  defaultPlans,
  type DocumentStore,
  type PasswordHasher,
  type PaymentProvider,
  plainDigests,
  type Plans,
  sessionSecret,
  systemClock,
  type UsageStore,
} from "@tools-api/core";
import type { Context } from "hono";
import { type FailedAttempts, failedAttempts } from "./failed-attempts.ts";
import type { RequestLog } from "./request-log.ts";
import { type SignInThrottle, signInThrottle } from "./sessions/sign-in-throttle.ts";

/** What the pages, the management calls and the authorization server are made from. */
export interface AccountDependencies {
  documents: DocumentStore;
  usage: UsageStore;
  /** Resolves the bearer credentials, those of `sessionTokenAuthenticator` for the scripts of the pages among them. */
  authenticator: Authenticator;
  /** How new keys are kept, as the authenticator looks for them. Default: without a pepper. */
  digests?: ApiKeyDigests;
  /** Hashes passwords, for instance `scryptHasher()`. */
  passwords: PasswordHasher;
  /**
   * The URL under which browsers reach the server, without a slash at its end. An https URL makes cookies secure; a
   * path of it goes before all links.
   */
  publicUrl: string;
  /** What cookies and quotes are signed with. Default: made once and kept in the documents. */
  sessionSecret?: string | undefined;
  /** Default: free, pro and enterprise with 1,000, 10,000 and 100,000 calls a day. */
  plans?: Plans;
  clock?: Clock;
  /** Who takes the money for plans, with a `startBillingSweeper` beside. Default: nobody; operators say what was paid. */
  payments?: PaymentProvider;
  /** Takes the record of every request. Default: none is written. */
  log?: RequestLog;
  /** The address of the client behind a request, for the limits on failed attempts. */
  clientAddress?: (context: Context) => string;
  /** Failed bearer credentials. Default: 20 a minute and address. */
  attempts?: FailedAttempts;
}

/** What these routes work with; made from {@link AccountDependencies}. */
export interface AccountServices {
  documents: DocumentStore;
  usage: UsageStore;
  authenticator: Authenticator;
  digests: ApiKeyDigests;
  passwords: PasswordHasher;
  publicUrl: string;
  /** The path of the public URL, which goes before every link: empty, or with a slash in front and none behind. */
  basePath: string;
  /** The secret of this installation, read or made at the first use. */
  secret: () => Promise<string>;
  plans: Plans;
  clock: Clock;
  payments: PaymentProvider | undefined;
  log: RequestLog;
  clientAddress: (context: Context) => string;
  attempts: FailedAttempts;
  /** Bounds the guesses at passwords, on pages and in management calls alike. */
  signIns: SignInThrottle;
}

const defaultAttemptsPerMinute = 20;

/** The services of the dependencies, with the defaults. */
export function accountServices(dependencies: AccountDependencies): AccountServices {
  const { documents, usage, authenticator, passwords, publicUrl } = dependencies;
  const { plans = defaultPlans, clock = systemClock } = dependencies;
  const { attempts = failedAttempts(defaultAttemptsPerMinute, clock) } = dependencies;
  let secret: Promise<string> | undefined;
  return {
    documents,
    usage,
    authenticator,
    digests: dependencies.digests ?? plainDigests,
    passwords,
    publicUrl,
    basePath: new URL(publicUrl).pathname.replace(/\/+$/, ""),
    secret: () => {
      secret ??= sessionSecret(documents, dependencies.sessionSecret).catch((error: unknown) => {
        // The store may answer the next time.
        secret = undefined;
        throw error;
      });
      return secret;
    },
    plans,
    clock,
    payments: dependencies.payments,
    log: dependencies.log ?? (() => {}),
    clientAddress: dependencies.clientAddress ?? (() => ""),
    attempts,
    signIns: signInThrottle(clock),
  };
}
