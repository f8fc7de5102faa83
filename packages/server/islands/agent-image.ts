import { connectHost, type EndedCall } from "./agent-page.ts";
import { element, remark } from "./dom.ts";
import { compare, type Picture } from "./image-compare.ts";
import { imageFacts, saving } from "./image-facts.ts";
import type { ImageRecord } from "./image-record.ts";
import { size } from "./playground-words.ts";

/** The record of a conversion, with the place of the result if it was stored. */
type ConvertedRecord = ImageRecord & { file?: { id: string }; path?: string };

/** Returns the `data:` URL of an image. `null` if the bytes are missing. */
function imageUrl(format: string, base64: string | null | undefined): string | null {
  return base64 ? `data:image/${format};base64,${base64}` : null;
}

const base64Text = /^[\w+/-]{64,}={0,2}$/;

/** Returns the `data:` URL of the original: from the arguments, or through the host. */
async function originalUrl({ arguments: { image }, readFile }: EndedCall, format: string) {
  if (typeof image !== "string" || image === "" || /^https?:/i.test(image)) return null;
  if (/^data:/i.test(image)) return image;
  return imageUrl(format, base64Text.test(image) ? image : await readFile(image));
}

/** Returns the `data:` URL of a result: from the message, or through the host. */
async function resultUrl(
  { content, readFile }: EndedCall,
  { format, file, path }: ConvertedRecord,
  index: number,
) {
  const place = file?.id ?? path;
  const inline = content.filter(({ type }) => type === "image")[index]?.data;
  return imageUrl(format, place === undefined ? inline : await readFile(place));
}

function picture(name: string, format: string, url: string): Picture {
  return { url, label: `${name}, ${format}`, format };
}

async function section(call: EndedCall, record: ConvertedRecord, index: number): Promise<HTMLElement> {
  const { original, format, bytes } = record;
  const after = await resultUrl(call, record, index);
  const before = after === null ? null : await originalUrl(call, original.format);
  const sizes = element("b", {}, `${size(original.bytes)} → ${size(bytes)}`);
  return element(
    "section",
    { class: "card", "aria-label": "Result" },
    element("p", { class: "outcome" }, sizes, `, ${saving(original.bytes, bytes)}`),
    ...(after === null
      ? [remark("The image is not part of the messages that this program passes on.")]
      : [
          await compare(
            picture("Result", format, after),
            before === null ? undefined : picture("Original", original.format, before),
          ),
        ]),
    ...imageFacts(record),
  );
}

connectHost("image", (call) => {
  // The record of the image converter: one result, or a list of several.
  const record = call.record as unknown as ConvertedRecord & { outputs?: readonly ConvertedRecord[] };
  return Promise.all((record.outputs ?? [record]).map((each, index) => section(call, each, index)));
});
