import type { z } from "zod";
import { invalidParameters } from "../schema/validate.ts";
import type { ImageOptions } from "./schema.ts";

/** A kind of metadata that a result can keep: `icc` is the color profile, `other` are comments. */
export type KeptKind = "exif" | "xmp" | "iptc" | "icc" | "other";

/** The metadata that a result keeps. */
export interface KeptMetadata {
  kinds: readonly KeptKind[];
  /** True if it keeps the artist and the copyright notice only. */
  isRights: boolean;
  /** True if positions are kept with the rest. */
  hasPositions: boolean;
}

type Fields = Pick<z.output<typeof ImageOptions>, "metadata" | "keep_metadata" | "no_location">;

export const noMetadata: KeptMetadata = { kinds: [], isRights: false, hasPositions: true };

const everything: readonly KeptKind[] = ["exif", "xmp", "iptc", "icc", "other"];

/** The metadata of the older option, which never kept a profile. */
const withoutProfile = everything.filter((kind) => kind !== "icc");

function kindsOf({ metadata, keep_metadata: keep, no_location: isBare }: Fields): readonly KeptKind[] {
  if (Array.isArray(metadata)) return metadata;
  if (metadata !== undefined) return metadata === "all" ? everything : [];
  if (keep !== undefined) return keep === true ? withoutProfile : [];
  return isBare === true ? everything : [];
}

/**
 * Returns the metadata that a request keeps. Without positions, the rest is kept unless the request says otherwise.
 *
 * @throws ToolsError `invalid_parameter` if two options decide it.
 */
export function readKept(fields: Fields): KeptMetadata {
  const { metadata, keep_metadata: keep, no_location: isBare = false } = fields;
  if (metadata !== undefined && keep !== undefined)
    throw invalidParameters(
      ["metadata", "keepMetadata"].map((name) => ({
        name,
        detail: "expected one of the two options for metadata, received both",
      })),
    );
  const kinds = kindsOf(fields);
  return {
    // A comment may repeat the data of EXIF.
    kinds: isBare ? kinds.filter((kind) => kind !== "other") : kinds,
    isRights: (metadata ?? keep) === "copyright",
    hasPositions: !isBare,
  };
}

/** Returns whether a result keeps any metadata of its file. */
export function keepsAny({ kinds, isRights }: KeptMetadata): boolean {
  return kinds.length > 0 || isRights;
}
