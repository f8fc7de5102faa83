import { deriveKey, scopes, ToolsError } from "@tools-api/core";
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
  scopes: z.array(z.enum(scopes)),
  codeChallenge: z.string(),
});

/** What a user was shown, in which session. */
export type ConsentTicket = z.infer<typeof Ticket>;

type TicketServices = Pick<OAuthServices, "secret" | "clock">;

async function ticketKey({ secret }: TicketServices): Promise<Uint8Array> {
  return deriveKey(await secret(), "consent tickets");
}

const algorithm = "HS256";
const tokenType = "consent+jwt";

/** Signs what a consent page shows, so that between page and click nothing of it can be changed. */
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
 * What the page showed that a form comes from, in this very session.
 *
 * @throws ToolsError `invalid_request`.
 */
export async function openTicket(
  services: TicketServices,
  sealed: string,
  session: string,
): Promise<ConsentTicket> {
  const stale = new ToolsError("invalid_request", "This page is too old. Start again from the application.");
  try {
    const { payload } = await jwtVerify(sealed, await ticketKey(services), {
      algorithms: [algorithm],
      typ: tokenType,
      requiredClaims: ["exp", "jti"],
      currentDate: new Date(services.clock.now()),
    });
    const ticket = Ticket.parse(payload);
    // Or somebody could have a user consent to what an attacker's own session was asked.
    if (ticket.session !== session) throw stale;
    return ticket;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw stale;
    throw error;
  }
}

/** The document of which the first writer alone has used a ticket. */
export function usedTicketKey({ jti }: ConsentTicket): string {
  return `consent-tickets/${jti}`;
}
