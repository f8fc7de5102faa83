import { type Principal, ToolsError } from "@tools-api/core";
import { getAccount } from "@tools-api/core/accounts";
import {
  deleteFile,
  findFileLink,
  getFile,
  NewFile,
  type NewFileLink,
  useFileLink,
} from "@tools-api/core/files";
import { invalidParameters, validate } from "@tools-api/core/internal/schema";
import { Hono } from "hono";
import { FileQuery } from "./records.ts";
import { bodyStream, contentLength, mediaType, receiveBody } from "../../http/body.ts";
import type { ApiContext, ApiEnv, Services } from "../../http/context.ts";
import type { FileStorage } from "../../http/file-storage.ts";
import { FormFileReader } from "../../http/form-file.ts";
import { multipartBoundary } from "../../http/multipart.ts";
import { readOptionalJsonObject } from "../../http/json-body.ts";
import { readQuery } from "../../http/query.ts";
import { answerOptions } from "../../http/refuse-method.ts";
import { respondBytes } from "../../http/respond.ts";
import { fieldsFromText } from "../../http/text-fields.ts";
import { workQueue } from "../../http/work-queue.ts";
import { MeteredCall } from "../middleware/metered-call.ts";
import { authorize, identify, identifyForHeaders, showAllowances } from "../middleware/authenticate.ts";
import { enterQueue, requestCaller } from "../middleware/enter-queue.ts";
import { type ArrivingFile, fileRecord, keepFile, oneChunk } from "./keep-file.ts";
import { fileScopeOf, fileScopes, makeOneTimeUrl } from "./one-time-url.ts";
import { sendFile } from "./send-file.ts";

/** The name of uploads in usage reports. */
export const filesEndpoint = "files";

/** The path that makes URLs for uploads. */
export const uploadsPath = "/v1/files/uploads";

const slots = 64;
// A multipart body is in memory until it is stored.
const queueBytes = 256e6;

const defaultMediaType = "application/octet-stream";
const mediaTypeShape = /^[\w!#$&^.+-]{1,60}\/[\w!#$&^.+-]{1,60}$/;

/** Returns the maximum bytes of a file: the largest that a tool takes. */
export function largestFile({ tools }: Pick<Services, "tools">): number {
  return Math.max(0, ...tools.map(({ tool }) => tool.file?.maxBytes ?? 0));
}

/** Yields the bytes of a file, and refuses one that has none. */
async function* filled(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const chunk of content) {
    isEmpty &&= chunk.length === 0;
    yield chunk;
  }
  if (isEmpty)
    throw invalidParameters([{ name: "file", detail: "expected the bytes of a file, received none" }]);
}

/** Reads the parameters of an upload and opens its bytes: the body, or the part `file` of a form. */
async function readUpload(c: ApiContext, maxBytes: number): Promise<ArrivingFile> {
  const query = fieldsFromText(NewFile, readQuery(c));
  const type = mediaType(c);
  if (type !== "multipart/form-data") {
    const { name, expires_in: expiresIn } = validate(NewFile, query);
    return {
      name,
      mediaType: mediaTypeShape.test(type) ? type : defaultMediaType,
      expiresIn,
      announced: contentLength(c) ?? undefined,
      content: filled(bodyStream(c, maxBytes)),
    };
  }
  validate(NewFile, query);
  const file = { field: "file", maxBytes, mediaTypes: [defaultMediaType] };
  const boundary = multipartBoundary(c);
  const form = await receiveBody(
    c,
    maxBytes + 100_000,
    (announced) => new FormFileReader({ request: NewFile, file }, boundary, announced),
  );
  const { file: bytes, ...fields } = form.fields;
  const { name, expires_in: expiresIn } = validate(NewFile, { name: form.fileName, ...query, ...fields });
  if (!(bytes instanceof Uint8Array))
    throw invalidParameters([{ name: "file", detail: "expected one part with the bytes of a file" }]);
  return {
    name,
    mediaType: mediaTypeShape.test(form.mediaType) ? form.mediaType : defaultMediaType,
    expiresIn,
    announced: bytes.length,
    content: filled(oneChunk(bytes)),
  };
}

const noSuchLink = () =>
  new ToolsError("not_found", "The URL is unknown, used or expired, or its credential has changed.");

/** Answers a request under `/v1/files`. */
type Handle = (c: ApiContext) => Promise<Response>;

/** Creates the handlers of files and of their one-time URLs. Uploads count; reading and erasing do not. */
function fileHandlers(services: Services, files: FileStorage) {
  const { documents } = services;
  const now = () => files.clock.now();
  const scopes = fileScopes(services);
  const maxBytes = largestFile(services);
  const queue = workQueue({ slots, bytes: queueBytes, largestBody: maxBytes });

  /**
   * Returns the caller, whose credential may use a tool that takes files.
   *
   * @param fresh - Bypasses every cache. The admission of a call that counts compares the credential with the store.
   */
  async function authenticate(
    c: ApiContext,
    fresh: boolean,
  ): Promise<{ principal: Principal; scope: string }> {
    const principal = await identify(c, services, fresh);
    const scope = fileScopeOf(services, principal);
    return { principal: await authorize(c, services, principal, scope), scope };
  }

  async function inQueue<Result>(
    c: ApiContext,
    principal: Principal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const slot = await enterQueue(c, services, { queue, principal, caller: requestCaller(c, principal) });
    try {
      return await work();
    } finally {
      slot.leave();
    }
  }

  /** Answers a call that counts. */
  const counted =
    (work: (c: ApiContext, principal: Principal) => Promise<Response>): Handle =>
    async (c) => {
      const { principal, scope } = await authenticate(c, false);
      const call = new MeteredCall(c, services, { endpoint: filesEndpoint, scope }, principal);
      const reply = await inQueue(c, principal, () => call.answer(() => work(c, principal)));
      // A context of Hono creates a `Response`.
      return reply as Response;
    };

  /** Answers a call that does not count. */
  const uncounted =
    (work: (c: ApiContext, principal: Principal) => Promise<Response>): Handle =>
    async (c) => {
      const { principal } = await authenticate(c, true);
      await showAllowances(c, services, principal);
      return work(c, principal);
    };

  const answer = (c: ApiContext, record: object, status: 200 | 201 = 200) =>
    respondBytes(c, JSON.stringify(record), "application/json", { status });

  const idsOf = (c: ApiContext, { account }: Principal) => ({
    account: account.id,
    id: c.req.param("id") ?? "",
  });

  const makeUrl = (c: ApiContext, principal: Principal, use: NewFileLink["use"]) =>
    makeOneTimeUrl(services, files, principal, { use, url: c.req.url });

  /** Returns the link of a one-time URL, with its maker as the caller. */
  async function followLink(c: ApiContext, kind: "upload" | "download") {
    const link = await findFileLink(documents, c.req.param("token") ?? "", now());
    const account = link && (await getAccount(documents, link.ids.account))?.value;
    if (!link || account?.status !== "active" || (link.value.file === null) !== (kind === "upload"))
      throw noSuchLink();
    const { credential: id, fences } = link.value;
    const credential = { method: "api_key" as const, id, name: "", scopes, expiresAt: null };
    const principal: Principal = { account, credential, fences };
    c.set("principal", principal);
    await showAllowances(c, services, principal);
    return { link, principal };
  }

  return {
    create: counted(async (c, { account }) => {
      const file = await keepFile(services, files, account, await readUpload(c, maxBytes));
      return answer(c, fileRecord(file), 201);
    }),

    createUpload: counted(async (c, principal) => {
      const { name, expires_in: expiresIn } = validate(NewFile, await readOptionalJsonObject(c, 10_000));
      const { url, expiresAt } = await makeUrl(c, principal, { name, expiresIn });
      return answer(c, { upload_url: url, method: "PUT", expires_at: expiresAt }, 201);
    }),

    async upload(c) {
      const { link, principal } = await followLink(c, "upload");
      const { name, expiresIn } = link.value;
      const arriving = { ...(await readUpload(c, maxBytes)), name, expiresIn, link };
      const file = await inQueue(c, principal, () => keepFile(services, files, principal.account, arriving));
      return answer(c, fileRecord(file), 201);
    },

    async download(c) {
      const { link, principal } = await followLink(c, "download");
      const ids = { account: principal.account.id, id: link.value.file ?? "" };
      const file = await getFile(documents, ids, now());
      if (c.req.method === "GET" && !(await useFileLink(documents, link))) throw noSuchLink();
      return sendFile(c, files, file);
    },

    get: uncounted(async (c, principal) => {
      const { download_url: isLinked } = validate(FileQuery, fieldsFromText(FileQuery, readQuery(c)));
      const file = await getFile(documents, idsOf(c, principal), now());
      const link = isLinked && (await makeUrl(c, principal, { file: file.id }));
      return answer(c, fileRecord(file, link ? link.url : undefined));
    }),

    content: uncounted(async (c, principal) =>
      sendFile(c, files, await getFile(documents, idsOf(c, principal), now())),
    ),

    erase: uncounted(async (c, principal) => {
      await deleteFile(files, idsOf(c, principal), now());
      return c.body(null, 204);
    }),
  } satisfies Readonly<Record<string, Handle>>;
}

/** Returns the stored files of a server, under `/v1/files`, as an app. */
export function fileRoutes(services: Services, files: FileStorage): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const handlers = fileHandlers(services, files);
  const mount = (path: string, methods: Readonly<Record<string, Handle>>) => {
    // Attack: the log and the traces of a server must not have the token of a URL.
    const route = path.replaceAll(/:(\w+)/g, "{$1}");
    const allow = ["GET" in methods && "HEAD", ...Object.keys(methods), "OPTIONS"].filter(Boolean).join(", ");
    for (const [method, handle] of Object.entries(methods))
      app.on(method, path, (c) => {
        c.set("route", route);
        return handle(c);
      });
    app.all(path, async (c) => {
      c.set("route", route);
      await identifyForHeaders(c, services);
      return answerOptions(c, allow);
    });
  };
  mount("/v1/files", { POST: handlers.create });
  mount(uploadsPath, { POST: handlers.createUpload });
  mount(`${uploadsPath}/:token`, { PUT: handlers.upload });
  mount("/v1/files/downloads/:token", { GET: handlers.download });
  mount("/v1/files/:id", { GET: handlers.get, DELETE: handlers.erase });
  mount("/v1/files/:id/content", { GET: handlers.content });
  return app;
}
