import type { AccessTokens } from "@tools-api/core/oauth";
import {
  type AccountDependencies,
  type AccountServices,
  accountServices,
} from "../account/account-context.ts";
import { type IssueThrottle, issueThrottle } from "./issue-throttle.ts";

/** The dependencies of {@link createAuthorizationServer}. */
export interface AuthorizationServerDependencies extends AccountDependencies {
  /** Signs and reads access tokens, for instance `jwtAccessTokens()`. Its issuer must be `publicUrl`. */
  accessTokens: AccessTokens;
}

/** The services that the endpoints of the authorization server use. */
export interface OAuthServices extends AccountServices {
  accessTokens: AccessTokens;
  issues: IssueThrottle;
}

/** Creates the services from the dependencies, with defaults. */
export function oauthServices(dependencies: AuthorizationServerDependencies): OAuthServices {
  const services = accountServices(dependencies);
  return { ...services, accessTokens: dependencies.accessTokens, issues: issueThrottle(services.clock) };
}
