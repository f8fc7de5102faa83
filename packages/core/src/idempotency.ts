import { z } from "zod";
import type { Stores } from "./accounts/commit-fenced.ts";
import { tokenDigest } from "./accounts/token.ts";
import { ToolsError } from "./errors.ts";
import { invalidParameters } from "./schemas/validate.ts";
import type { DocumentStore, WriteOperation } from "./storage.ts";

const keptMs = 86_400_000;

// Printable ASCII, which a header can carry as it is.
const shape = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, and what the request asks for. */
export interface IdempotentRequest {
  account: string;
  key: string;
  /** A value that JSON can hold. Never a password: its digest is stored. */
  request: unknown;
}

const Answer = z.object({ digest: z.string(), answer: z.unknown() });

/** A request by the digests of its key and of what it asks for. */
export interface RequestDigest {
  documentKey: string;
  digest: string;
}

/** A request that was answered before. The answer is what the change that it made stored, such as an id. */
export class RepeatedRequest extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super("The request was answered before.");
    this.answer = answer;
  }
}

/**
 * Returns the digests of a request with an Idempotency-Key.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export async function digestRequest({ account, key, request }: IdempotentRequest): Promise<RequestDigest> {
  if (!shape.test(key))
    throw invalidParameters([
      { name: "Idempotency-Key", detail: "expected 1 to 255 printable ASCII characters without a space" },
    ]);
  return {
    documentKey: `idempotency/${account}/${await tokenDigest(key)}`,
    digest: await tokenDigest(JSON.stringify(request)),
  };
}

/**
 * Returns the digests of a form with a hidden key. The content is part of the document key: a form that is sent again
 * is the same request, and one that the user changed after going back is another.
 *
 * @returns `undefined` for a form without a key, such as one from an older release.
 */
export async function digestForm({
  account,
  key,
  request,
}: {
  account: string;
  key: string | undefined;
  request: unknown;
}): Promise<RequestDigest | undefined> {
  if (key === undefined || !shape.test(key)) return undefined;
  const digest = await tokenDigest(JSON.stringify([key, request]));
  return { documentKey: `idempotency/${account}/${digest}`, digest };
}

/** Returns the write that keeps an answer for a day, for the commit of the change that it tells of. */
export function keepAnswer(
  { documentKey, digest }: RequestDigest,
  answer: unknown,
  now: number,
): WriteOperation {
  return { key: documentKey, value: { digest, answer }, ifAbsent: true, expiresAt: now + keptMs };
}

/**
 * Returns the answer that the same request had before, or `undefined`. Read this after what the change is made from: if
 * that contains the change, the answer is here.
 *
 * @param fence The name of the fence that the change raises.
 * @throws ToolsError `idempotency_mismatch` when the key came with another request.
 */
export async function earlierAnswer(
  { documents, usage }: Stores,
  { documentKey, digest }: RequestDigest,
  fence: string,
): Promise<unknown> {
  const document = await documents.get(documentKey);
  if (!document) return undefined;
  const kept = Answer.parse(document.value);
  if (kept.digest !== digest)
    throw new ToolsError(
      "idempotency_mismatch",
      "Idempotency-Key: expected the request that it first came with, received another.",
    );
  // The process that wrote it may have died before it raised the fence, and the change is acknowledged here.
  await usage.fence(fence, document.version);
  return kept.answer;
}

/** Returns the answer of a form whose commit found that it was answered before. */
export async function storedAnswer(
  documents: DocumentStore,
  { documentKey }: RequestDigest,
): Promise<unknown> {
  const document = await documents.get(documentKey);
  return document && Answer.parse(document.value).answer;
}

/**
 * Throws if a form was answered before.
 *
 * @throws RepeatedRequest
 */
export async function requireFirst(
  stores: Stores,
  form: RequestDigest | undefined,
  fence: string,
): Promise<void> {
  const answer = form && (await earlierAnswer(stores, form, fence));
  if (answer !== undefined) throw new RepeatedRequest(answer);
}
