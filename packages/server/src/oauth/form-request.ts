import type { AnyClient } from "@tools-api/core/oauth";
import type { ApiContext } from "../http/context.ts";
import { tooManyAttempts } from "../http/failed-attempts.ts";
import { readFormFields } from "../http/form.ts";
import { singleValues } from "../http/query.ts";
import { authenticateClient } from "./client-authentication.ts";
import { OAuthError, respondOAuthError } from "./oauth-error.ts";
import { oneResource } from "./resource.ts";
import type { OAuthServices } from "./services.ts";

// The longest valid form contains a token, a redirect URI and a verifier.
const maxFormBytes = 16_384;

/**
 * Counts a guess against its client address, as every failed authentication. Returns `too_many_attempts` if the address
 * has none left, otherwise the given error.
 */
async function checked(c: ApiContext, { attempts, clock }: OAuthServices, error: unknown): Promise<unknown> {
  const address = c.get("address");
  if (!(error instanceof OAuthError && error.isGuess) || (await attempts.add(address))) return error;
  return tooManyAttempts(attempts.rateLimit(address), clock.now());
}

/**
 * Reads the parameters of a form. An optional parameter without a value counts as omitted (RFC 6749 §3.2), and only
 * `resource` can occur several times.
 */
async function readParameters(c: ApiContext): Promise<Record<string, string>> {
  const fields = await readFormFields(c, maxFormBytes);
  const resource = oneResource(fields.flatMap(([name, value]) => (name === "resource" ? [value] : [])));
  const others = singleValues(fields.filter(([name]) => name !== "resource"));
  const given = Object.entries({ ...others, ...(resource !== undefined && { resource }) });
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

/**
 * Returns a required parameter.
 *
 * @throws OAuthError `invalid_request` if it is absent.
 */
export function requiredField(form: Readonly<Record<string, string>>, name: string): string {
  const value = form[name];
  if (value === undefined)
    throw new OAuthError("invalid_request", `${name}: expected a value, received none.`);
  return value;
}

/**
 * Responds to a form that a client posts with its own authentication, at the token, revocation and introspection
 * endpoints. Errors follow RFC 6749 §5.2.
 */
export async function answerClient(
  c: ApiContext,
  services: OAuthServices,
  answer: (client: AnyClient, form: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<Response> {
  try {
    // RFC 6749 §2.3.1: URLs end up in logs.
    if (new URL(c.req.url).search !== "")
      throw new OAuthError(
        "invalid_request",
        "Query: expected no parameters, received some. Send them in the body.",
      );
    const form = await readParameters(c);
    return await answer(await authenticateClient(c, services, form), form);
  } catch (error) {
    return respondOAuthError(c, await checked(c, services, error));
  }
}
