import { securityHeaders } from "./security-headers.ts";

/** Returns the header fields of every response under /v1, in their order. Those of a request are still empty. */
export function headerTemplate(publicUrl: string): Record<string, string> {
  return {
    ...securityHeaders(publicUrl),
    "X-Request-Id": "",
    // The values of the caller's allowance are already account data.
    "Cache-Control": "no-store",
    "RateLimit-Policy": "",
    RateLimit: "",
    "X-RateLimit-Limit": "",
    "X-RateLimit-Remaining": "",
    "X-RateLimit-Reset": "",
  };
}

/** Returns the header fields of a JSON response under /v1. */
export function jsonHeaderTemplate(publicUrl: string): Record<string, string> {
  return { "Content-Type": "application/json", ...headerTemplate(publicUrl) };
}

/** Returns a copy of a template, with the values of a request. A copy with the same members is cheap. */
export function fillIn(
  template: Record<string, string>,
  requestId: string,
  limits: Record<string, string>,
): Record<string, string> {
  return Object.assign({ ...template, "X-Request-Id": requestId }, limits);
}
