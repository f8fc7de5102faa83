// The steps of sign-in, mail links and OAuth that the server combines. They promise nothing to others.
export { pageOfApiKeys } from "./api-key.ts";
export { findApiKey } from "./find-api-key.ts";
export {
  findMailLink,
  findResetAccount,
  linkUsed,
  type MailLink,
  mailLinkWrite,
  redeemResetLink,
  verifyByMailLink,
} from "./mail-links.ts";
export { accessTokenClaims, parseAccessTokenClaims } from "./oauth/access-token-claims.ts";
export { resolveAccessToken, revokeAccessToken } from "./oauth/access-tokens.ts";
export { issueCode, redeemCode } from "./oauth/codes.ts";
export { allowClient, findGrant, isSameApp, revokeTokenFamily } from "./oauth/grants.ts";
export { findRefreshToken, rotateRefreshToken } from "./oauth/refresh-tokens.ts";
export { createRegistration, findRegistration } from "./oauth/self-registered.ts";
export { checkNewPassword } from "./passwords.ts";
