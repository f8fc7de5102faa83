/** Returns the URLs of the authorization server, as in its metadata (RFC 8414 §2). */
export function oauthEndpoints(publicUrl: string) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    introspection_endpoint: `${publicUrl}/oauth/introspect`,
    jwks_uri: `${publicUrl}/oauth/jwks`,
  };
}
