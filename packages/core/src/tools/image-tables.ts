import type { ToolTable } from "./tool.ts";

/** The warnings of a conversion, each with its cause. */
export const warningTable: ToolTable = {
  title: "Warnings",
  note: "Each names a loss or a change that the request did not ask for. The conversion succeeded.",
  head: ["code", "Cause"],
  rows: [
    [
      "`alpha_flattened`",
      "The format has no transparency: the image was placed on white. `background` chooses another color.",
    ],
    ["`alpha_reduced`", "The format knows only transparent and opaque pixels."],
    ["`bit_depth_reduced`", "The format has fewer bits for each channel."],
    ["`channels_dropped`", "The file has more channels than colors and transparency."],
    ["`color_profile_converted`", "The colors were converted to sRGB."],
    ["`colors_reduced`", "The format has a palette of at most 256 colors."],
    ["`content_not_drawn`", "A drawing has content that the server does not draw."],
    ["`damaged`", "The file lacks data; `on_damage=error` refuses it."],
    ["`dimensions_reduced`", "The image got smaller: the format has a maximum, or `max_bytes` asked for it."],
    ["`external_reference_ignored`", "A drawing names other files, which the server does not read."],
    [
      "`frames_dropped`",
      "The format holds fewer frames or pages: `page` chooses one, `outputs` makes a result of each. WebP, GIF and APNG keep animations.",
    ],
    ["`gain_map_dropped`", "The image for HDR displays was left out: `keep_hdr` keeps it from JPEG to JPEG."],
    [
      "`larger_than_original`",
      "The result has more bytes than the original: lower `quality`, or leave out `lossless`.",
    ],
    ["`metadata_dropped`", "The format cannot hold all that `keep_metadata` asked for."],
    ["`not_enlarged`", "The image is smaller than asked; `enlarge` lets it grow."],
    ["`orientation_not_applied`", "The orientation of an animation stays."],
    ["`quality_ignored`", "The result is lossless, or the format has no quality."],
    ["`quality_low`", "`max_bytes` took a quality below 30: allow `max_bytes_resize`, or more bytes."],
    ["`target_missed`", "The score is below `target`: the format or the original has no better quality."],
    ["`tone_mapped`", "The colors of an HDR image were mapped to sRGB."],
  ],
};
