import { z } from "zod";
import { accountKey } from "../accounts/accounts.ts";
import type { Stores } from "../accounts/commit-fenced.ts";
import { tokenDigest } from "../accounts/token.ts";
import { ToolsError } from "../errors.ts";
import { invalidParameters } from "../schemas/validate.ts";
import type { WriteOperation } from "../storage.ts";

const keptMs = 86_400_000;

// Printable ASCII, which a header can carry as it is.
const shape = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, and what the request asks for. */
export interface IdempotentRequest {
  account: string;
  key: string;
  /** Anything that JSON can hold; the same key with another request is refused. */
  request: unknown;
}

const Answer = z.object({ digest: z.string(), answer: z.unknown() });

/** A request by the digests of its key and of what it asks for. */
export interface RequestDigest {
  documentKey: string;
  account: string;
  digest: string;
}

/**
 * The digests of a request with an Idempotency-Key.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export async function digestRequest({ account, key, request }: IdempotentRequest): Promise<RequestDigest> {
  if (!shape.test(key))
    throw invalidParameters([
      { name: "Idempotency-Key", detail: "expected 1 to 255 printable ASCII characters without a space" },
    ]);
  return {
    account,
    documentKey: `idempotency/${account}/${await tokenDigest(key)}`,
    digest: await tokenDigest(JSON.stringify(request)),
  };
}

/** The write that keeps an answer for a day, for the commit of the change that it tells of. */
export function keepAnswer(
  { documentKey, digest }: RequestDigest,
  answer: unknown,
  now: number,
): WriteOperation {
  return { key: documentKey, value: { digest, answer }, ifAbsent: true, expiresAt: now + keptMs };
}

/**
 * The answer that the same request had before; `undefined` where it has had none. Who asks for a change reads this
 * after what the change is made from: if that has the change in it, the answer is here.
 *
 * @throws ToolsError `idempotency_mismatch` when the key came with another request.
 */
export async function earlierAnswer(
  { documents, usage }: Stores,
  { account, documentKey, digest }: RequestDigest,
): Promise<unknown> {
  const document = await documents.get(documentKey);
  if (!document) return undefined;
  const kept = Answer.parse(document.value);
  if (kept.digest !== digest)
    throw new ToolsError(
      "idempotency_mismatch",
      "Idempotency-Key: expected the request that it first came with, received another.",
    );
  // Who wrote it may have died before raising the fence, and the change is acknowledged here.
  await usage.fence(accountKey(account), document.version);
  return kept.answer;
}
