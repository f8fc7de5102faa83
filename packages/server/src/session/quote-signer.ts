import type { QuoteSigner } from "@tools-api/core/billing";
import { deriveKey } from "@tools-api/core/internal";
import { jwtVerify, SignJWT } from "jose";

const algorithm = "HS256";

/** The type separates quotes from everything else that the secret signs. */
const type = "plan-quote+jwt";

/**
 * Creates a signer of quotes. Its key is derived from the secret of the installation, so all processes accept each
 * other's quotes.
 */
export function quoteSigner(secret: () => Promise<string>): QuoteSigner {
  const key = async () => deriveKey(await secret(), "plan quotes");
  return {
    async sign(payload) {
      return new SignJWT({ quote: payload })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .sign(await key());
    },
    async verify(quote) {
      const signed = await key();
      try {
        const { payload } = await jwtVerify(quote, signed, { algorithms: [algorithm], typ: type });
        return payload["quote"];
      } catch {
        // Any invalid token counts as no quote of this installation.
        return null;
      }
    },
  };
}
