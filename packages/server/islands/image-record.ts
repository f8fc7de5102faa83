import type { ImageRecord as ImageRecordSchema } from "@tools-api/core/image";
import type { z } from "zod";

/** The facts that the image converter returns with an image. */
export type ImageRecord = z.output<typeof ImageRecordSchema>;
