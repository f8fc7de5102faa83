import type { ConvertedImageRecord } from "@tools-api/core";
import type { z } from "zod";

/** What the image converter says of a conversion, beside the image. */
export type ImageRecord = Omit<z.output<typeof ConvertedImageRecord>, "image">;
