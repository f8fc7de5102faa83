import { readFileSync } from "node:fs";
import { z } from "zod";
import { nameExpected, nameSchema, parameter } from "@tools-api/core/internal/schema";
import { type Brand, markType, maxMarkBytes } from "../../http/brand.ts";

/** Reads the file of a mark. */
const markFile = z.string().transform((path, context): Uint8Array<ArrayBuffer> => {
  try {
    const mark = new Uint8Array(readFileSync(path));
    if (markType(mark) !== undefined && mark.length <= maxMarkBytes) return mark;
    context.addIssue({
      code: "custom",
      message: `${path}: expected an SVG or PNG file of at most ${maxMarkBytes} bytes, received ${mark.length} bytes`,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.addIssue({ code: "custom", message: `${path}: ${reason}` });
  }
  return z.NEVER;
});

/** Returns whether a text is a link that pages can have. Attack: a `javascript:` URL would run as a script. */
function isLink(value: string): boolean {
  return /^(?:https?:\/\/|mailto:)\S+$/.test(value) && URL.canParse(value);
}

function link(purpose: string) {
  return parameter("an https or mailto URL", z.string().refine(isLink).optional(), { purpose });
}

/** The settings of the name and the look of the service. */
export const brandFields = {
  BRAND_NAME: parameter(nameExpected(1, 50), nameSchema(50).optional(), {
    purpose: "The name of your service on pages and in mails. Default: `Tools API`.",
  }),
  BRAND_MARK: markFile.optional().describe("The file of the mark in the header, such as `mark.svg`."),
  BRAND_COLOR: parameter(
    "a color such as #0a7d5a",
    z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional(),
    { purpose: "The color of buttons and links, such as `#0a7d5a`." },
  ),
  SUPPORT_URL: link(
    "The page or the address for customers who need help, such as `mailto:help@example.com`.",
  ),
  IMPRINT_URL: link("The page that says who runs the service, such as `https://example.com/imprint`."),
};

const BrandSettings = z.object(brandFields);

/** Returns the brand of the settings. */
export function readBrand(values: z.output<typeof BrandSettings>): Brand {
  return {
    name: values.BRAND_NAME,
    mark: values.BRAND_MARK,
    color: values.BRAND_COLOR,
    supportUrl: values.SUPPORT_URL,
    imprintUrl: values.IMPRINT_URL,
  };
}
