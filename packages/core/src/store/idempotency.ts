import { z } from "zod";
import { collection } from "./collection.ts";
import { type Stores, transact } from "./commit.ts";
import { ToolsError } from "../errors.ts";
import type { DocumentStore, WriteOperation } from "./storage.ts";
import { type Clock, dayMs, minuteMs } from "../time.ts";
import { invalidParameters } from "../schema/validate.ts";
import { hexadecimal, tokenDigest } from "./token.ts";

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
  z.object({
    /** Absent while the first call with the key runs. */
    digest: z.string().optional(),
    answer: z.unknown(),
    /** For calls that run again: how often that happened, and the end of the key. */
    repeats: z.number().optional(),
    expiresAt: z.number().optional(),
  }),
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
  return { ids: await digestKey(account, key), digest: await tokenDigest(JSON.stringify(request)) };
}

async function digestKey(account: string, key: string): Promise<RequestDigest["ids"]> {
  if (!shape.test(key))
    throw invalidParameters([
      { name: "Idempotency-Key", detail: "expected 1 to 255 printable ASCII characters without a space" },
    ]);
  return { account, key: await tokenDigest(key) };
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

// The key of a process that was killed is free after that time. It is longer than any call runs.
const leaseMs = 2 * minuteMs;
const maxRepeats = 20;

/** A call with an Idempotency-Key that has side effects or costs units, and whose result is not stored. */
export interface KeyedCall {
  /** Whether an earlier call with the key has ended. Otherwise this call holds the key until {@link KeyedCall.end}. */
  isRepeat: boolean;
  /**
   * Records a repeat, before it runs.
   *
   * @returns False if the key has been repeated 20 times, or has just expired. Then the repeat is a call like any other.
   *
   * @throws ToolsError `idempotency_mismatch` if the first call was another one.
   */
  repeat(digest: string): Promise<boolean>;
  /**
   * Ends the first call with the key.
   *
   * @param digest Of the call. `null` if the key is to be free again, as after a failure of the server.
   */
  end(digest: string | null): Promise<void>;
}

/** Returns the digest of a call: of its validated fields and the bytes of its file, whatever transport brought them. */
export async function digestCall(endpoint: string, fields: unknown, file?: Uint8Array): Promise<string> {
  // A view of a shared buffer cannot be digested. The server creates no shared buffers.
  const bytes = file && hexadecimal(await crypto.subtle.digest("SHA-256", file as Uint8Array<ArrayBuffer>));
  const text = JSON.stringify([endpoint, fields, bytes], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return tokenDigest(text);
}

/**
 * Starts a call with an Idempotency-Key, before its body is read. The first call holds the key while it runs.
 *
 * @throws ToolsError `invalid_parameter`; `idempotency_in_progress` if another call holds the key.
 */
export async function startKeyedCall(
  documents: DocumentStore,
  { account, key }: Pick<IdempotentRequest, "account" | "key">,
  clock: Clock,
): Promise<KeyedCall> {
  const ids = await digestKey(account, key);
  const inProgress = () =>
    new ToolsError("idempotency_in_progress", "Idempotency-Key: another call with this key is in progress.", {
      retryAfter: 1,
    });
  const found = await answers.get(documents, ids);
  if (found) {
    if (found.value.digest === undefined) throw inProgress();
    return {
      isRepeat: true,
      repeat: (digest) => countRepeat(documents, { ids, digest }),
      end: async () => {},
    };
  }
  const held = answers.create(ids, { answer: null }, { expiresAt: clock.now() + leaseMs });
  const outcome = await documents.commit([held]);
  if (!outcome.committed) throw inProgress();
  return {
    isRepeat: false,
    repeat: () => Promise.resolve(false),
    async end(digest) {
      const own = { key: answers.key(ids), version: outcome.version };
      const expiresAt = clock.now() + keptMs;
      // If another call holds the key because this one took longer than the lease, the commit has no effect.
      await documents.commit([
        digest === null
          ? answers.remove(own)
          : answers.replace(own, { digest, answer: null, repeats: 0, expiresAt }, { expiresAt }),
      ]);
    },
  };
}

function countRepeat(documents: DocumentStore, request: RequestDigest): Promise<boolean> {
  return transact({ documents }, async () => {
    const found = await findAnswer(documents, request);
    const { repeats = maxRepeats, expiresAt } = found?.value ?? {};
    if (!found || repeats >= maxRepeats) return { operations: [], result: false };
    const next = { ...found.value, repeats: repeats + 1 };
    return { operations: [answers.replace(found, next, { expiresAt })], result: true };
  });
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
