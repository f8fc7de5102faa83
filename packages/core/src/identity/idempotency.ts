import { z } from "zod";
import { collection } from "../collection.ts";
import type { Stores } from "../commit.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, WriteOperation } from "../storage.ts";
import { dayMs } from "../time.ts";
import { invalidParameters } from "../validate.ts";
import { tokenDigest } from "./token.ts";

const keptMs = dayMs;

// Printable ASCII, which a header can carry unencoded.
const shape = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, and the content of the request. */
export interface IdempotentRequest {
  account: string;
  key: string;
  /** A value that JSON can represent. It must not contain a password, because its digest is stored. */
  request: unknown;
}

const answers = collection(
  "idempotency/{account}/{key}",
  z.object({ digest: z.string(), answer: z.unknown() }),
);

/** The digests of a request's key and content. */
export interface RequestDigest {
  ids: { account: string; key: string };
  digest: string;
}

/**
 * Thrown for a request that was answered before. `answer` is the value that the first request stored, such as an id.
 */
export class RepeatedRequest extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super("The request already has a response.");
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
    ids: { account, key: await tokenDigest(key) },
    digest: await tokenDigest(JSON.stringify(request)),
  };
}

/**
 * Returns the digests of a form that opens an account, from its hidden key and its fields without the password.
 *
 * @returns `undefined` if the form has no key.
 */
export async function digestSignUp(
  key: string | undefined,
  fields: readonly string[],
): Promise<RequestDigest | undefined> {
  if (key === undefined || !shape.test(key)) return undefined;
  const digest = await tokenDigest(JSON.stringify([key, ...fields]));
  return { ids: { account: "sign-up", key: digest }, digest };
}

/** Returns the write that stores an answer for a day. Commit it together with the change. */
export function keepAnswer({ ids, digest }: RequestDigest, answer: unknown, now: number): WriteOperation {
  return answers.create(ids, { digest, answer }, { expiresAt: now + keptMs });
}

/** Returns whether a commit failed because a request was answered before. */
export function isAnswered(request: RequestDigest | undefined, conflict: string): boolean {
  return request !== undefined && answers.key(request.ids) === conflict;
}

/** Returns the stored answer to a request, or `null`. Throws `idempotency_mismatch` if it is that of another request. */
async function findAnswer(documents: DocumentStore, { ids, digest }: RequestDigest) {
  const kept = await answers.get(documents, ids);
  if (kept && kept.value.digest !== digest)
    throw new ToolsError(
      "idempotency_mismatch",
      "Idempotency-Key: expected the first request with this key, received a different one. Use a new key.",
    );
  return kept;
}

/**
 * Returns the answer to an earlier identical request, or `undefined` if there was none. Call this after reading the
 * state on which the change is based: if that state already contains the change, the answer is found here.
 *
 * @param fence The name of the fence that the change raises.
 * @throws ToolsError `idempotency_mismatch` if the key was used with another request.
 */
export async function earlierAnswer(
  { documents, usage }: Stores,
  { ids, digest }: RequestDigest,
  fence: string,
): Promise<unknown> {
  const kept = await findAnswer(documents, { ids, digest });
  if (!kept) return undefined;
  // The process that wrote it may have ended before it raised the fence, and the change is acknowledged here.
  await usage.fence(fence, kept.version);
  return kept.value.answer;
}

// With one document per form, an account could fill the store by sending forms.
const maxForms = 100;

/** The answers to the latest forms of an account, newest first. */
const formAnswers = collection(
  "forms/{account}",
  z.object({ answers: z.array(z.object({ digest: z.string(), answer: z.string(), at: z.number() })) }),
);

/** A form of an account, as the digest of its hidden key and content; or a request with an Idempotency-Key. */
export interface FormDigest {
  account: string;
  digest: string;
  /** The digest of the Idempotency-Key; absent for a form. */
  key?: string;
}

/**
 * Returns the digest of a form with a hidden key. A form that is sent again is the same request. A form that the user
 * changed after going back is another request.
 *
 * @returns `undefined` if the form has no key, such as one from an older release.
 */
export async function digestForm({
  account,
  key,
  request,
}: {
  account: string;
  key: string | undefined;
  request: unknown;
}): Promise<FormDigest | undefined> {
  if (key === undefined || !shape.test(key)) return undefined;
  return { account, digest: await tokenDigest(JSON.stringify([key, request])) };
}

/**
 * Returns the digest of a request with an Idempotency-Key, which is answered once as a form is.
 *
 * @throws ToolsError `invalid_parameter`.
 */
export async function digestKeyedRequest(request: IdempotentRequest): Promise<FormDigest> {
  const { ids, digest } = await digestRequest(request);
  return { ...ids, digest };
}

/**
 * Returns the write that stores the answer to a form. Commit it together with the change that the form requests. The
 * commit fails at its key if the account's forms have changed; then call this again.
 *
 * @param answer The id of the object that the form creates or changes.
 * @throws RepeatedRequest if the form was answered before.
 * @throws ToolsError `idempotency_mismatch` if the key was used with another request.
 */
export async function formWrites(
  documents: DocumentStore,
  form: FormDigest | undefined,
  answer: string,
  now: number,
): Promise<WriteOperation[]> {
  if (!form) return [];
  const { account, digest, key } = form;
  if (key !== undefined) {
    const request = { ids: { account, key }, digest };
    const kept = await findAnswer(documents, request);
    if (kept) throw new RepeatedRequest(kept.value.answer);
    return [keepAnswer(request, answer, now)];
  }
  const found = await formAnswers.get(documents, { account });
  const kept = found?.value.answers.filter(({ at }) => at > now - keptMs) ?? [];
  const earlier = kept.find((one) => one.digest === digest);
  if (earlier) throw new RepeatedRequest(earlier.answer);
  const latest = [{ digest, answer, at: now }, ...kept].slice(0, maxForms);
  return [formAnswers.save(found, { account }, { answers: latest }, { expiresAt: now + keptMs })];
}
