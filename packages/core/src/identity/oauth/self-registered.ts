import { z } from "zod";
import { collection } from "../../store/collection.ts";
import { ToolsError } from "../../errors.ts";
import { nameExpected, nameSchema, StoredName } from "../../schema/name.ts";
import type { DocumentStore, WriteOperation } from "../../store/storage.ts";
import { dayMs } from "../../time.ts";
import { parameter } from "../../schema/validate.ts";
import { StoredInstant } from "../../schema/wire.ts";
import { isIdentifier, newIdentifier, type RandomBytes, secureRandomBytes } from "../../store/identifier.ts";
import { tokenDigest } from "../../store/token.ts";
import { RedirectUris, redirectUrisExpected } from "./client.ts";

/**
 * The metadata with which a client registers itself (RFC 7591 §2), in a request or in a document at its URL. Other
 * members are ignored. Requested grant types and authentication methods that the server does not offer to such clients
 * are replaced (§3.2.1).
 */
export const ClientMetadata = z.object({
  client_name: parameter(nameExpected(1, 100), nameSchema(100).optional()),
  redirect_uris: parameter(redirectUrisExpected, RedirectUris.min(1)),
  grant_types: parameter(
    "a list with authorization_code",
    z
      .array(z.string())
      .refine((types) => types.includes("authorization_code"))
      .optional(),
  ),
  response_types: parameter(
    "a list with code",
    z
      .array(z.string())
      .refine((types) => types.includes("code"))
      .optional(),
  ),
});

/** A registration (RFC 7591). It is deleted 24 hours after its creation unless a user has granted it access. */
const Registration = z.object({
  id: z.string(),
  name: StoredName,
  redirectUris: z.array(z.string()),
  createdAt: StoredInstant,
  isGranted: z.boolean(),
});

export type Registration = z.output<typeof Registration>;

const registrations = collection("registrations/{id}", Registration, {
  expiresAt: ({ createdAt, isGranted }) => (isGranted ? undefined : createdAt + dayMs),
});

const kind = "app";

/** Returns whether an id is that of a registration. */
export function isRegistrationId(id: string): boolean {
  return isIdentifier(kind, id);
}

/**
 * Returns whether an id is that of a client that registered itself: a registration, or the URL of a document.
 *
 * @example
 * ```ts
 * import { isSelfRegistered } from "@tools-api/core/oauth";
 *
 * console.log(isSelfRegistered("https://reader.example/client.json")); // true
 * ```
 */
export function isSelfRegistered(id: string): boolean {
  return isRegistrationId(id) || id.startsWith("https://");
}

/** Registers a client that no account owns. */
export async function createRegistration(
  documents: DocumentStore,
  { name, redirectUris }: Pick<Registration, "name" | "redirectUris">,
  at: number,
  randomBytes: RandomBytes = secureRandomBytes,
): Promise<Registration> {
  const id = newIdentifier(kind, randomBytes);
  const registration = { id, name, redirectUris, createdAt: at, isGranted: false };
  const { committed } = await documents.commit([registrations.create({ id }, registration)]);
  if (!committed) throw new ToolsError("conflict", "The id of the new client already exists. Try again.");
  return registration;
}

/** Returns a registration, or `null` if there is none. */
export async function findRegistration(documents: DocumentStore, id: string): Promise<Registration | null> {
  const found = isRegistrationId(id) ? await registrations.get(documents, { id }) : null;
  return found && found.value;
}

/**
 * Returns the write that records whether a registration has grants; none if there is no such registration.
 *
 * @param isGranted Called after the registration is read. The write then fails if a grant changes in between.
 */
export async function recordGranted(
  documents: DocumentStore,
  id: string,
  isGranted: () => Promise<boolean>,
): Promise<WriteOperation[]> {
  const found = isRegistrationId(id) ? await registrations.get(documents, { id }) : null;
  return found ? [registrations.replace(found, { ...found.value, isGranted: await isGranted() })] : [];
}

/** Returns a client id as part of a key. An id that is a URL has characters that no key may have. */
export async function clientSegment(id: string): Promise<string> {
  return id.includes("/") ? `url_${await tokenDigest(id)}` : id;
}
