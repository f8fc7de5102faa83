import type { OAuthClient } from "@tools-api/core";
import type { ApiContext } from "../context.ts";
import { tooManyAttempts } from "../failed-attempts.ts";
import { readForm } from "../http/form.ts";
import { authenticateClient } from "./client-authentication.ts";
import { OAuthError, respondOAuthError } from "./oauth-error.ts";
import type { OAuthServices } from "./services.ts";

// The longest that is meant: a token, a redirect URI and a verifier.
const largestForm = 16_384;

/** Counts a guess against the address it came from, as every failed authentication. */
function checked(c: ApiContext, { attempts, clock }: OAuthServices, error: unknown): unknown {
  const address = c.get("address");
  if (!(error instanceof OAuthError && error.isGuess) || attempts.add(address)) return error;
  return tooManyAttempts(attempts.rateLimit(address), clock.now());
}

/** An optional parameter that is sent without a value counts as left out (RFC 6749 §3.2). */
function withoutEmpty(form: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== ""));
}

/** A required parameter. */
export function requiredField(form: Readonly<Record<string, string>>, name: string): string {
  const value = form[name];
  if (value === undefined)
    throw new OAuthError("invalid_request", `${name}: expected a value, received none.`);
  return value;
}

/**
 * Answers a form that a client posts under its own authentication: the token, revocation and introspection endpoints.
 * Errors are those of RFC 6749 §5.2.
 */
export async function answerClient(
  c: ApiContext,
  services: OAuthServices,
  answer: (client: OAuthClient, form: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<Response> {
  try {
    // RFC 6749 §2.3.1: what stands in a URL ends up in logs.
    if (new URL(c.req.url).search !== "")
      throw new OAuthError("invalid_request", "The parameters belong in the body, not in the query.");
    const form = withoutEmpty(await readForm(c, largestForm));
    return await answer(await authenticateClient(c, services, form), form);
  } catch (error) {
    return respondOAuthError(c, checked(c, services, error));
  }
}
