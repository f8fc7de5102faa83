import { deriveKey, type QuoteSigner } from "@tools-api/core";
import { jwtVerify, SignJWT } from "jose";

const algorithm = "HS256";

/** What sets a quote apart from everything else that is signed with the secret. */
const type = "plan-quote+jwt";

/** Signs quotes with a key of their own, made from the secret of the installation: every process on it knows them. */
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
        // Whatever is wrong with it, it is no quote of ours.
        return null;
      }
    },
  };
}
