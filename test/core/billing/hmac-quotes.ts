import { createHmac, timingSafeEqual } from "node:crypto";
import type { QuoteSigner } from "@tools-api/core/billing";

/** Signs quotes as JSON with an HMAC prefix, for tests without an HTTP server. */
export function hmacQuotes(secret = "a secret of a test"): QuoteSigner {
  const macOf = (text: string) => createHmac("sha256", secret).update(text).digest();
  return {
    async sign(payload) {
      const text = JSON.stringify(payload);
      return `${macOf(text).toString("hex")}.${text}`;
    },
    async verify(quote) {
      const dot = quote.indexOf(".");
      const mac = Buffer.from(quote.slice(0, Math.max(0, dot)), "hex");
      const text = quote.slice(dot + 1);
      const expected = macOf(text);
      return mac.length === expected.length && timingSafeEqual(mac, expected) ? JSON.parse(text) : null;
    },
  };
}
