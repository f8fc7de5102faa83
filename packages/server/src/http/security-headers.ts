// One year, the minimum that browsers' preload lists accept. Not `includeSubDomains`: the operator's other hosts may use http.
const transportSecurity = "max-age=31536000";

/**
 * Returns the header fields that protect every response: no content sniffing and, under an https public URL, no plain http
 * on later visits (RFC 6797 §6.1).
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    ...(publicUrl.startsWith("https:") && { "Strict-Transport-Security": transportSecurity }),
  };
}
