import { apiKeyAuthenticator } from "@tools-api/adapters/auth/api-key";
import { memoryDocuments, memoryUsage } from "@tools-api/adapters/storage/memory";
import type { UsageStore } from "@tools-api/core";
import { createAccount, createApiKey } from "@tools-api/core/accounts";
import { checkConversion, type Conversion } from "@tools-api/core/image";
import { type ApiDependencies, createApi } from "@tools-api/server";
import { withImages } from "../tools.ts";

interface Fields {
  image: { bytes: Uint8Array };
  format: string;
}

/** Returns the received image unchanged, so that a test can compare it. */
function echo({ image }: Conversion) {
  return {
    image,
    format: "png",
    content_type: "image/png",
    width: 1,
    height: 1,
    pages: 1,
    bytes: image.length,
    quality: null,
    lossless: true,
    original: {
      format: "png",
      content_type: "image/png",
      width: 1,
      height: 1,
      pages: 1,
      bytes: image.length,
      orientation: 1,
      has_alpha: false,
      bit_depth: 8,
      color_space: "srgb",
    },
    compression_ratio: 1,
    duration_ms: 0,
    warnings: [],
  };
}

/** Returns the conversion that a program would describe with the fields of a request. */
function conversionOf({ image, ...fields }: Fields, accept: readonly string[]): Conversion {
  const options = Object.entries(fields).map(([name, value]) => [
    name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  const formats = accept.map((type) => type.replace("image/", ""));
  return checkConversion(image.bytes, {
    ...Object.fromEntries(options),
    ...(fields.format === "auto" && { accept: formats }),
  });
}

/** A response of the API. */
interface EchoAnswer {
  status: number;
  headers: Headers;
  /** The image of a conversion, or the whole body. */
  image: Buffer;
  /** The code of an error. */
  code: string | undefined;
  message: string;
  /** The conversion that the API ran, or `null` if it ran none. */
  conversion: Conversion | null;
}

/** An API without a network, whose image converter returns its input. */
export interface EchoApi {
  api: ReturnType<typeof createApi>;
  /** A key of the account. */
  key: string;
  /** Sends a body in chunks. Each chunk is produced only after the previous one was read. */
  convert: (
    pieces: Iterable<Uint8Array>,
    headers: Record<string, string>,
    query?: string,
  ) => Promise<EchoAnswer>;
}

function streamOf(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** Creates an API on memory stores with an account that can make 100,000 calls. */
export async function echoApi(
  usage: UsageStore = memoryUsage(),
  options: Partial<ApiDependencies> = {},
): Promise<EchoApi> {
  const documents = memoryDocuments();
  const account = await createAccount(
    documents,
    { email: "a@example.com", plan: "enterprise" },
    { at: Date.now() },
  );
  const { secret } = await createApiKey(documents, account.id, {}, { at: Date.now() });
  let conversion: Conversion | null = null;
  const api = createApi({
    documents,
    usage,
    authenticator: apiKeyAuthenticator({ documents }),
    ...options,
    ...withImages((request: Fields, { accept }) => {
      conversion = conversionOf(request, accept);
      return echo(conversion);
    }),
  });
  return {
    api,
    key: secret,
    async convert(pieces, headers, query = "") {
      conversion = null;
      const init = { method: "POST", headers: { Authorization: `Bearer ${secret}`, ...headers } };
      const body = streamOf(pieces);
      const url = `http://localhost/v1/tools/image-converter${query}`;
      // The DOM types lack `duplex`, which a request with a stream needs.
      const response = await api.fetch(new Request(url, { ...init, body, duplex: "half" } as RequestInit));
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.headers.get("Content-Type")?.startsWith("image/"))
        return {
          status: response.status,
          headers: response.headers,
          image: bytes,
          code: undefined,
          message: "",
          conversion,
        };
      // The contract defines the fields of a response and an error.
      const fields = JSON.parse(bytes.toString()) as { image?: string; code?: string; message?: string };
      return {
        status: response.status,
        headers: response.headers,
        image: Buffer.from(fields.image ?? "", "base64"),
        code: fields.code,
        message: fields.message ?? "",
        conversion,
      };
    },
  };
}

/** Splits a body at the given positions. Ignores their order and positions beyond its end. */
export function cutAt(body: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places, body.length].filter((place) => place <= body.length).toSorted((a, b) => a - b);
  return ends.map((end, index) => body.subarray(index === 0 ? 0 : ends[index - 1], end));
}
