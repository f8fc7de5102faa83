import type { AccessTokens } from "@tools-api/core";
import { type AccountDependencies, type AccountServices, accountServices } from "../account-context.ts";
import { type IssueThrottle, issueThrottle } from "./issue-throttle.ts";

/** What {@link createAuthorizationServer} is made from. */
export interface AuthorizationServerDependencies extends AccountDependencies {
  /** Signs and reads access tokens, for instance `jwtAccessTokens()`, whose issuer has to be `publicUrl`. */
  accessTokens: AccessTokens;
}

/** What the endpoints of the authorization server work with. */
export interface OAuthServices extends AccountServices {
  accessTokens: AccessTokens;
  issues: IssueThrottle;
}

/** The services of the dependencies, with the defaults. */
export function oauthServices(dependencies: AuthorizationServerDependencies): OAuthServices {
  const services = accountServices(dependencies);
  return { ...services, accessTokens: dependencies.accessTokens, issues: issueThrottle(services.clock) };
}
