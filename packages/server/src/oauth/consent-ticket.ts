import { ToolsError } from "@tools-api/core";
import { deriveKey } from "@tools-api/core/internal";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { OAuthServices } from "./services.ts";

const ticketMs = 10 * 60_000;

const Ticket = z.object({
  jti: z.string(),
  exp: z.number(),
  session: z.string(),
  client: z.string(),
  redirectUri: z.string(),
  state: z.string().optional(),
  resource: z.string().default(""),
  scopes: z.array(z.string()),
  codeChallenge: z.string(),
});

/** The contents of a consent page and the session that saw it. */
export type ConsentTicket = z.infer<typeof Ticket>;

type TicketServices = Pick<OAuthServices, "secret" | "clock">;

async function ticketKey({ secret }: TicketServices): Promise<Uint8Array> {
  return deriveKey(await secret(), "consent tickets");
}

const algorithm = "HS256";
const tokenType = "consent+jwt";

/** Signs the contents of a consent page, so they cannot change between page and click. */
export async function sealTicket(
  services: TicketServices,
  shown: Omit<ConsentTicket, "jti" | "exp">,
): Promise<string> {
  return new SignJWT(shown)
    .setProtectedHeader({ alg: algorithm, typ: tokenType })
    .setJti(crypto.randomUUID())
    .setExpirationTime(Math.floor((services.clock.now() + ticketMs) / 1000))
    .sign(await ticketKey(services));
}

/**
 * Verifies the ticket of a submitted form, which must come from the same session.
 *
 * @throws ToolsError `invalid_request` if the ticket is invalid, expired or from another session.
 */
export async function openTicket(
  services: TicketServices,
  sealed: string,
  session: string,
): Promise<ConsentTicket> {
  const stale = new ToolsError("invalid_request", "This page has expired. Start again from the application.");
  try {
    const { payload } = await jwtVerify(sealed, await ticketKey(services), {
      algorithms: [algorithm],
      typ: tokenType,
      requiredClaims: ["exp", "jti"],
      currentDate: new Date(services.clock.now()),
    });
    const ticket = Ticket.parse(payload);
    // Attack: otherwise an attacker could make a user consent to a request from the attacker's own session.
    if (ticket.session !== session) throw stale;
    return ticket;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw stale;
    throw error;
  }
}

/** Returns the key of the document that marks a ticket as used. Only its first writer succeeds. */
export function usedTicketKey({ jti }: ConsentTicket): string {
  return `consent-tickets/${jti}`;
}
