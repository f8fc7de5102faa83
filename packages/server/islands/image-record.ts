import type { ConvertedImageRecord } from "@tools-api/core/internal";
import type { z } from "zod";

/** The facts that the image converter returns with an image. */
export type ImageRecord = Omit<z.output<typeof ConvertedImageRecord>, "image">;
