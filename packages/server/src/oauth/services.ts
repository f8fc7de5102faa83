import type { AccessTokens } from "@tools-api/core/oauth";
import type { AccountServices } from "../session/services.ts";
import type { ClientDocuments } from "./client-documents.ts";
import type { IssueThrottle } from "./issue-throttle.ts";
import type { RegistrationThrottle } from "./registration-throttle.ts";

/** The services that the endpoints of the authorization server use. */
export interface OAuthServices extends AccountServices {
  accessTokens: AccessTokens;
  issues: IssueThrottle;
  /** Milliseconds after its first use for which a refresh token gives further tokens. */
  refreshOverlapMs: number;
  selfRegistration: boolean;
  clientDocuments: ClientDocuments;
  registrations: RegistrationThrottle;
}
