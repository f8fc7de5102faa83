import type { ConversionRequest } from "./conversion.ts";
import type { Header } from "./header.ts";
import type { KeptKind } from "./kept-metadata.ts";

/** Returns whether the pixels keep the colors of their profile, which the result then contains. */
export function keepsProfile(
  { profile, colorSpace, isGrey }: Header,
  { metadata, target, effects, background }: ConversionRequest,
): boolean {
  if (!metadata.kinds.includes("icc") || profile === null || !target.profile) return false;
  // The profile of a gray image is for one channel, and a background can have a hue.
  return isGrey ? background === undefined : colorSpace === "srgb" && !effects.grayscale;
}

/** Returns the kinds of metadata that a result of these options has. */
export function keptKinds(header: Header, request: ConversionRequest): KeptKind[] {
  const { handedOn } = header;
  return request.metadata.kinds.filter((kind) =>
    kind === "icc" ? keepsProfile(header, request) : kind === "other" || handedOn.includes(kind),
  );
}

/** Returns the kinds of metadata that a file has and a result of these options lacks, although they were requested. */
export function lostKinds(header: Header, request: ConversionRequest): KeptKind[] {
  const { metadata, profile } = header;
  const kept = keptKinds(header, request);
  return request.metadata.kinds.filter((kind) => {
    if (kind === "other") return false;
    if (kind === "icc") return profile !== null && !kept.includes(kind);
    return metadata.includes(kind) && !(kept.includes(kind) && request.target.metadata.includes(kind));
  });
}
