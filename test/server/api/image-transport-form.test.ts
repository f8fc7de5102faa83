import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAt, echoApi } from "./echo-api.ts";

const api = await echoApi();

interface Part {
  name: string;
  content: Uint8Array;
  /** The type of a file. */
  filename?: string;
  headers?: string;
}

function partHead({ name, filename, headers = "" }: Part): string {
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  return `Content-Disposition: form-data; name="${name}"${file}\r\n${headers}\r\n`;
}

function form(
  boundary: string,
  parts: readonly Part[],
  { preamble = "", padding = "", epilogue = "\r\n" } = {},
): Buffer {
  const pieces = parts.flatMap((part, index) => [
    Buffer.from(`${index === 0 ? preamble : "\r\n"}--${boundary}${padding}\r\n${partHead(part)}`),
    part.content,
  ]);
  return Buffer.concat([...pieces, Buffer.from(`\r\n--${boundary}--${epilogue}`)]);
}

const text = (name: string, value: string): Part => ({ name, content: Buffer.from(value) });
const file = (content: Uint8Array): Part => ({ name: "image", filename: "a.png", content });

const send = (boundary: string, body: Uint8Array, places: readonly number[] = []) =>
  api.convert(cutAt(body, places), { "Content-Type": `multipart/form-data; boundary="${boundary}"` });

const everywhere = (body: Uint8Array) => Array.from(body, (_, index) => index);

const boundaries = fc.string({
  unit: fc.constantFrom(...Array.from("abcXYZ019-_'()+,./:=?")),
  minLength: 1,
  maxLength: 70,
});

/** Contents full of prefixes of the boundary. */
const contents = (boundary: string) =>
  fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc
          .constantFrom(
            "\r",
            "\n",
            "\r\n",
            "\r\n-",
            "\r\n--",
            `\r\n--${boundary.slice(0, -1)}`,
            `--${boundary}`,
            "\r\n\r\n",
          )
          .map((piece) => Buffer.from(piece)),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((pieces) => Buffer.concat(pieces))
    .filter((content) => content.length > 0 && !content.includes(`\r\n--${boundary}`));

const forms = boundaries.chain((boundary) =>
  fc.record({
    boundary: fc.constant(boundary),
    image: contents(boundary),
    quality: fc.integer({ min: 1, max: 100 }),
    isFirst: fc.boolean(),
    surroundings: fc.record({
      preamble: fc.constantFrom("", "\r\n", "This is a form.\r\n"),
      padding: fc.constantFrom("", " ", "\t "),
      epilogue: fc.constantFrom("", "\r\n", "\r\nThe end\r\n--"),
    }),
  }),
);

const cuts = fc.oneof(fc.array(fc.nat(1500), { maxLength: 20 }), fc.constant(everywhere(Buffer.alloc(3000))));

function partsOf({
  image,
  quality,
  isFirst,
}: {
  image: Uint8Array;
  quality: number;
  isFirst: boolean;
}): Part[] {
  const fields = [text("format", "webp"), text("quality", String(quality)), text("keep_metadata", "true")];
  return isFirst ? [file(image), ...fields] : [...fields, file(image)];
}

describe("an image in a form", () => {
  it("is received unchanged, with the other parts as fields, wherever its chunks are split", async () => {
    await fc.assert(
      fc.asyncProperty(forms, cuts, async (sent, places) => {
        const body = form(sent.boundary, partsOf(sent), sent.surroundings);
        const { status, image, message, conversion } = await send(sent.boundary, body, places);
        expect(status, message).toBe(200);
        expect(image).toEqual(sent.image);
        const metadata = { kinds: ["exif", "xmp", "iptc", "other"] };
        expect(conversion).toMatchObject({ formats: ["webp"], quality: sent.quality, metadata });
      }),
      { numRuns: 150 },
    );
  });

  it("is parsed like by the platform's FormData", async () => {
    const data = new FormData();
    const bytes = Buffer.from("\r\n--not-a-boundary\r\n");
    data.append("format", "png");
    data.append("image", new Blob([bytes], { type: "image/png" }), 'a "quoted"; name="format"; ü.png');
    data.append("width", "12");
    const written = new Response(data);
    const type = written.headers.get("Content-Type") ?? "";
    const body = new Uint8Array(await written.arrayBuffer());
    const { image, conversion } = await api.convert([body], { "Content-Type": type });
    expect(image).toEqual(bytes);
    expect(conversion).toMatchObject({ formats: ["png"], width: 12 });
  });

  it.each([
    'form-data; name="image"; filename="a.png"',
    "form-data;name=image",
    'Form-Data ; filename="; name=\\"format\\"; " ; Name="image"',
    "form-data; filename*=UTF-8''%e2%82%ac.png; name=\"image\"",
  ])("is found under the disposition %s", async (disposition) => {
    const head = `--b\r\ncontent-disposition: ${disposition}\r\ncontent-type: image/png\r\n\r\n`;
    const body = Buffer.from(`${head}AAAA\r\n--b\r\n${partHead(text("format", ""))}png\r\n--b--`);
    const answer = await send("b", body);
    expect(answer.message).toBe("");
    expect(answer.image.toString()).toBe("AAAA");
  });

  it.each<[string, Part, string]>([
    ["the part file", { ...file(Buffer.from("AAAA")), name: "file" }, "AAAA"],
    ["base64 in a part of text", text("image", "QUJD\r\nRA==\n"), "ABCD"],
    ["a data: URI in a part of text", text("file", "data:text/plain,A%42%zz"), "AB%zz"],
    ["other text in a part of text", text("image", "<svg/>"), "<svg/>"],
  ])("is found as %s", async (_, part, content) => {
    const answer = await send("b", form("b", [text("format", "png"), part]));
    expect(answer.message).toBe("");
    expect(answer.image.toString()).toBe(content);
  });

  it.each([
    ["a small file", 10],
    ["a large one", 3_000_000],
  ])("has to be in the part image: the error says so for %s in another part", async (_, size) => {
    for (const filename of ["a.png", undefined]) {
      const part = { name: "photo", content: Buffer.alloc(size, 0xff), ...(filename && { filename }) };
      const answer = await send("b", form("b", [part, text("format", "png")]));
      expect(answer).toMatchObject({
        status: 422,
        message: "photo: unknown; send the image in the part image",
      });
    }
  });

  const image = file(Buffer.from("AAAA"));
  const format = text("format", "png");
  it.each<[string, Buffer, string]>([
    ["has no parts", Buffer.from("--b--\r\n"), "image: expected one file part, received none"],
    ["has no image", form("b", [format]), "image: expected one file part, received none"],
    ["has two images", form("b", [image, format, image]), "image: expected one file part, received 2"],
    ["has a field twice", form("b", [image, format, format]), "format: expected one value, received 2"],
    [
      "has an invalid number",
      form("b", [image, format, text("quality", "80%")]),
      'quality: expected an integer from 1 to 100, received "80%"',
    ],
    [
      "has an unknown field",
      form("b", [image, format, text("__proto__", "1")]),
      "__proto__: expected one of the parameters",
    ],
  ])("is rejected with invalid_parameter if the form %s", async (_, body, message) => {
    const answer = await send("b", body);
    expect(answer.message).toContain(message);
    expect(answer).toMatchObject({ status: 422, code: "invalid_parameter" });
  });

  it.each<[string, Buffer | string]>([
    ["is empty", ""],
    ["ends before its last boundary", form("b", [image, format]).subarray(0, -6)],
    ["has no boundary", "hello"],
    ["has other characters after a boundary", form("b", [image, format], { padding: "x" })],
    ["has a part without a name", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--"],
    ["has 9 kB of headers", form("b", [{ ...image, headers: `X: ${"x".repeat(9000)}\r\n` }, format])],
    [
      "has a part in base64",
      form("b", [{ ...image, headers: "Content-Transfer-Encoding: base64\r\n" }, format]),
    ],
    [
      "has a hundred parts",
      form(
        "b",
        Array.from({ length: 100 }, () => format),
      ),
    ],
    ["has a field that is not UTF-8", form("b", [image, { name: "format", content: Buffer.from([0xff]) }])],
    ["has a credential", form("b", [image, format, text("access_token", "x")])],
  ])("is rejected with invalid_request if the form %s", async (_, body) => {
    const bytes = Buffer.from(body);
    for (const places of [[], everywhere(bytes)])
      expect(await send("b", bytes, places)).toMatchObject({ status: 400, code: "invalid_request" });
  });

  it.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `multipart/form-data; boundary=${"b".repeat(71)}`,
  ])("is rejected under the content type %s", async (type) => {
    const answer = await api.convert([form("b", [image, format])], { "Content-Type": type });
    expect(answer).toMatchObject({ status: 400, code: "invalid_request" });
    expect(answer.message).toContain("boundary");
  });

  it("is rejected as soon as it exceeds 25 MiB, and so are fields beyond 100 kB", async () => {
    const piece = Buffer.alloc(65_536);
    for (const [part, limit] of [
      [image, 26_300_000],
      [format, 300_000],
    ] as const) {
      let sent = 0;
      function* endless(): Generator<Uint8Array> {
        yield Buffer.from(`--b\r\n${partHead(part)}`);
        for (; sent < 50_000_000; sent += piece.length) yield piece;
      }
      const answer = await api.convert(endless(), { "Content-Type": "multipart/form-data; boundary=b" });
      expect(answer).toMatchObject({ status: 413, code: "payload_too_large" });
      expect(sent).toBeLessThan(limit);
    }
  });
});
