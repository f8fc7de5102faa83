import type { AccessTokens } from "@tools-api/core/oauth";
import {
  type AccountDependencies,
  type AccountServices,
  accountServices,
} from "../account/account-context.ts";
import type { fetchFile } from "../api/fetch/fetch-file.ts";
import type { FetchPolicy } from "../api/fetch/fetch-policy.ts";
import { type ClientDocuments, clientDocuments } from "./client-documents.ts";
import { type RegistrationThrottle, registrationThrottle } from "./registration-throttle.ts";
import { type IssueThrottle, issueThrottle } from "./issue-throttle.ts";

/** The dependencies of {@link createAuthorizationServer}. */
export interface AuthorizationServerDependencies extends AccountDependencies {
  /** Signs and reads access tokens, for instance `jwtAccessTokens()`. Its issuer must be `publicUrl`. */
  accessTokens: AccessTokens;
  /**
   * Whether clients can register themselves, by RFC 7591 or by the URL of a metadata document. Default: true. If false,
   * the server also refuses clients that did so before.
   */
  selfRegistration?: boolean;
  /**
   * The hosts of metadata documents that are fetched in addition to those on public addresses; `fetchUrls` of
   * `createApi`. Default: none.
   */
  fetchUrls?: FetchPolicy;
  /** Fetches a metadata document, for instance through a proxy. Default: `fetchFile`. */
  fetchDocument?: typeof fetchFile;
}

/** The services that the endpoints of the authorization server use. */
export interface OAuthServices extends AccountServices {
  accessTokens: AccessTokens;
  issues: IssueThrottle;
  selfRegistration: boolean;
  clientDocuments: ClientDocuments;
  registrations: RegistrationThrottle;
}

/** Creates the services from the dependencies, with defaults. */
export function oauthServices(dependencies: AuthorizationServerDependencies): OAuthServices {
  const services = accountServices(dependencies);
  const { clock } = services;
  const { accessTokens, selfRegistration = true, fetchUrls = "off", fetchDocument } = dependencies;
  return {
    ...services,
    accessTokens,
    issues: issueThrottle(clock),
    selfRegistration,
    clientDocuments: clientDocuments({ fetchUrls, clock, fetchDocument }),
    registrations: registrationThrottle(services),
  };
}
