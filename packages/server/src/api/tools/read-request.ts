import { describeValue, invalidParameters, validate } from "@tools-api/core/internal/schema";
import type { FileField, Tool, ToolFile } from "@tools-api/core/tools";
import { z } from "zod";
import type { CallContext } from "../../http/call-context.ts";
import type { ReaderServices, RequestReader } from "../../http/context.ts";
import { FileHandle, FileText, FileUrl, receiveFile } from "../../fetch/file-url.ts";
import { namedType } from "../../http/accept.ts";
import { Base64Decoder, FileFault } from "../../http/base64.ts";
import { mediaType, receiveBody, unsupportedType } from "../../http/body.ts";
import { refuseStrayCredentials } from "../../http/credential.ts";
import { FormFileReader } from "../../http/form-file.ts";
import { GrowingBytes } from "../../http/growing-bytes.ts";
import { isJson, readJsonObject } from "../../http/json-body.ts";
import { JsonReader, type LongString } from "../../http/json-reader.ts";
import { longTextOf } from "../../http/long-text.ts";
import { multipartBoundary } from "../../http/multipart.ts";
import { readQuery } from "../../http/query.ts";
import { fieldsFromText } from "../../http/text-fields.ts";
import { storedBytes } from "../files/keep-file.ts";

type Fields = Record<string, unknown>;

/** The fields of a request with its file, and what the transport says about the file. */
interface Arrived extends Pick<ToolFile, "mediaType" | "name"> {
  fields: Fields;
}

/** The maximum size of a JSON body without its file, unless the tool states another. */
export const defaultBodyBytes = 1_000_000;

/** Bytes of a JSON escape sequence for a character of one byte. */
const escapeBytes = 6;

/** The field that decides the form of a result with bytes, on a server that stores files. */
const outputField = "output";
const outputs = ["inline", "file"];

/** Returns whether the bytes of a result can become a file. A tool with a field of this name keeps its meaning. */
export function canStoreResult({ binary, request }: Pick<Tool, "binary" | "request">): boolean {
  return binary !== undefined && !Object.hasOwn(request.shape, outputField);
}

/** Takes the form of the result from the fields, if the server stores files. */
function takeOutput(c: CallContext, tool: Tool, { files }: ReaderServices, fields: Fields): Fields {
  if (!files || !canStoreResult(tool)) return fields;
  const { [outputField]: output = null, ...others } = fields;
  if (output !== null && !outputs.includes(output as string)) {
    const detail = `expected "inline" or "file", received ${describeValue(output)}`;
    throw invalidParameters([{ name: outputField, detail }]);
  }
  c.set("storesResult", output === "file");
  return others;
}

/** Returns the fields with the type of the bytes, if only the Accept header names it. */
function withType(c: CallContext, { binary }: Tool, fields: Fields): Fields {
  const { typeField, mediaTypes = [] } = binary ?? {};
  if (typeField === undefined || (fields[typeField] ?? null) !== null) return fields;
  const type = namedType(c.req.header("Accept"), mediaTypes);
  return type === null ? fields : { ...fields, [typeField]: type };
}

/** Creates the reader of a tool without a file: a JSON object. */
function jsonReader(tool: Tool): RequestReader {
  const { request, longText, maxBodyBytes = defaultBodyBytes, maxMembers } = tool;
  const longString = longText && longTextOf({ request, longText, maxOtherBytes: maxBodyBytes });
  const largestBody = longText ? escapeBytes * longText.maxBytes + 100_000 : maxBodyBytes;
  return {
    largestBody,
    async read(c, services) {
      const fields = await readJsonObject(c, largestBody, {
        ...(longString && { longString }),
        ...(maxMembers !== undefined && { maxMembers }),
      });
      refuseStrayCredentials(c, fields);
      return validate(request, withType(c, tool, takeOutput(c, tool, services, fields)));
    },
  };
}

function base64Words({ noun = "a file" }: FileField): string {
  return `${noun} in base64 (standard or URL-safe, padded or not) or as a data: URI`;
}

/** Returns the schema of a request whose file was decoded. */
function withFile(request: z.ZodObject, file: FileField): z.ZodObject {
  const expected = base64Words(file);
  const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, {
    error: ({ input }) =>
      input instanceof FileFault ? input.detail : `expected ${expected}, received ${describeValue(input)}`,
  });
  // A copy with the file first keeps the checks of the whole object.
  return request.clone({ ...request.def, shape: { [file.field]: bytes, ...request.shape } });
}

/** Returns whether a media type is one of these, which may be ranges such as `image/*`. */
function isOneOf(types: readonly string[], type: string): boolean {
  return types.includes(type) || types.includes(type.replace(/\/[\w.+-]+$/, "/*"));
}

/** Returns a reader that decodes the file while it arrives. Its text, which is a third larger, is never in memory. */
function jsonFileReader(
  { maxMembers, maxBodyBytes: maxOtherBytes = defaultBodyBytes }: Tool,
  file: FileField,
  announced: number,
): JsonReader {
  const bytes = new GrowingBytes(Math.ceil((announced * 3) / 4));
  const longString: LongString = {
    name: file.field,
    maxOtherBytes,
    open() {
      bytes.truncate(0);
      return new FileText(new Base64Decoder(bytes, file));
    },
  };
  return new JsonReader(0, longString, maxMembers);
}

/**
 * Creates the reader of a tool with a file. A request has one of three forms: JSON with the file in base64 or as a
 * URL, `multipart/form-data` with the file as a part and the other fields as parts, or the file as the body with the other
 * fields in the query.
 */
function fileReader(tool: Tool, file: FileField): RequestReader {
  const { request, maxBodyBytes: besideFile = defaultBodyBytes } = tool;
  const { field, maxBytes } = file;
  const decoded = withFile(request, file);
  // Base64 takes four characters for three bytes. There is room for line ends, the other fields, and the structure.
  const largestBody = Math.ceil((maxBytes / 3) * 4) + besideFile;

  /** Reads a file that the account has uploaded, which counts against the caller's share of the queue like a body. */
  async function readStored(
    c: CallContext,
    { files }: ReaderServices,
    fields: Fields,
    { id }: FileHandle,
  ): Promise<Arrived> {
    const refused = (detail: string): Arrived => ({
      fields: { ...fields, [field]: new FileFault(detail) },
      mediaType: "",
      name: null,
    });
    const account = c.get("principal")?.account.id;
    if (!files || account === undefined)
      return refused(`expected ${base64Words(file)}, received a handle; this server stores no files`);
    // Nothing is read for a request with other errors.
    validate(decoded, { ...fields, [field]: new Uint8Array() });
    const stored = await storedBytes(files, { account, id, maxBytes });
    if (typeof stored === "string") return refused(stored);
    const bytes = new GrowingBytes(stored.file.bytes);
    for await (const chunk of stored.content) {
      c.get("slot")?.grow(chunk.length);
      bytes.append(chunk);
    }
    const { mediaType: type, name } = stored.file;
    return { fields: { ...fields, [field]: bytes.bytes }, mediaType: type, name };
  }

  async function readJson(c: CallContext, services: ReaderServices): Promise<Arrived> {
    const body = await receiveBody(c, largestBody, (announced) => jsonFileReader(tool, file, announced));
    refuseStrayCredentials(c, body);
    const fields = withType(c, tool, takeOutput(c, tool, services, body));
    const sent = fields[field];
    const none = { mediaType: "", name: null };
    if (sent instanceof FileHandle) return readStored(c, services, fields, sent);
    if (!(sent instanceof FileUrl)) return { fields, ...none };
    if (services.fetchUrls === "off") {
      const detail = `expected ${base64Words(file)}, received a URL; this server does not fetch URLs`;
      return { fields: { ...fields, [field]: new FileFault(detail) }, ...none };
    }
    // Nothing is fetched for a request with other errors.
    validate(decoded, { ...fields, [field]: new Uint8Array() });
    const { bytes, ...terms } = await receiveFile(c, services, sent, file);
    return { fields: { ...fields, [field]: bytes }, ...terms };
  }

  async function readForm(c: CallContext, services: ReaderServices): Promise<Arrived> {
    const boundary = multipartBoundary(c);
    const open = (announced: number) => new FormFileReader({ request, file }, boundary, announced);
    const { fields, mediaType: type, fileName } = await receiveBody(c, maxBytes + besideFile, open);
    refuseStrayCredentials(c, fields);
    const own = takeOutput(c, tool, services, fields);
    return { fields: withType(c, tool, own), mediaType: type, name: fileName };
  }

  async function readRaw(c: CallContext, services: ReaderServices): Promise<Arrived> {
    const query = takeOutput(c, tool, services, fieldsFromText(request, readQuery(c)));
    const fields = withType(c, tool, query);
    const { noun = "a file" } = file;
    const other = new FileFault(
      `expected ${noun.replace(/^an? /, "the ")} only as the body, received another one in the query`,
    );
    // Errors in the query are reported before the body arrives.
    validate(decoded, { ...fields, [field]: Object.hasOwn(fields, field) ? other : new Uint8Array() });
    const bytes = await receiveBody(c, maxBytes, (announced) => {
      const arrived = new GrowingBytes(announced);
      return { write: (chunk: Uint8Array) => arrived.append(chunk), end: () => arrived.bytes };
    });
    return { fields: { ...fields, [field]: bytes }, mediaType: mediaType(c), name: null };
  }

  const transports: readonly {
    types: readonly string[];
    takes: (type: string) => boolean;
    arrive: (c: CallContext, services: ReaderServices) => Promise<Arrived>;
  }[] = [
    { types: ["application/json"], takes: isJson, arrive: readJson },
    {
      types: ["multipart/form-data"],
      takes: (type) => type === "multipart/form-data",
      arrive: readForm,
    },
    { types: file.mediaTypes, takes: (type) => isOneOf(file.mediaTypes, type), arrive: readRaw },
  ];
  const accepted = `one of ${transports.flatMap(({ types }) => types).join(", ")}`;

  return {
    largestBody,
    async read(c, services) {
      const type = mediaType(c);
      const transport = transports.find(({ takes }) => takes(type));
      if (!transport) throw unsupportedType(type, accepted);
      const { fields, ...terms } = await transport.arrive(c, services);
      const checked = validate(decoded, fields);
      return { ...checked, [field]: { bytes: checked[field], ...terms } };
    },
  };
}

/** Returns the reader with the defaults of a tool for agents. */
export function agentReader({ agentDefaults }: Tool, reader: RequestReader): RequestReader {
  if (!agentDefaults) return reader;
  return {
    ...reader,
    read: async (c, services) => ({ ...agentDefaults, ...(await reader.read(c, services)) }),
  };
}

/** Creates the reader of a tool's requests. */
export function requestReader(tool: Tool): RequestReader {
  return tool.file ? fileReader(tool, tool.file) : jsonReader(tool);
}
