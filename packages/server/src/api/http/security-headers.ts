// One year, the minimum that browsers' preload lists accept. Without `includeSubDomains`: the operator's other hosts
// may use http.
const transportSecurity = "max-age=31536000";

/**
 * Returns the header fields that protect every response. They forbid content sniffing and, under an https public URL,
 * plain http on later visits (RFC 6797 §6.1).
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    ...(publicUrl.startsWith("https:") && { "Strict-Transport-Security": transportSecurity }),
  };
}
