/** An option in a form: its label, and the value that stands for an absent one if the schema does not name it. */
export interface OptionWords {
  label: string;
  standard?: unknown;
  /** The label of the box that is checked while no other box of a list is. Default: All, if an absent list means all. */
  all?: string;
}

/** Options that belong together. */
interface Subject {
  title: string;
  /** True for options that are always visible. */
  isOpen?: boolean;
  options: Readonly<Record<string, OptionWords>>;
}

/** The options of the tools whose results the server draws, by subject. Other options of these tools follow them. */
const subjects: Readonly<Record<string, readonly Subject[]>> = {
  text: [
    {
      title: "Analyses",
      options: {
        analysis_type: { label: "Analyses", standard: "all", all: "All except syntax" },
        language: { label: "Language of the text" },
        summary_sentences: { label: "Sentences of the summary" },
        entity_sentiment: { label: "Sentiment of each name", standard: false },
        input_format: { label: "Form of the text" },
        offset_unit: { label: "Unit of positions" },
      },
    },
    {
      title: "Personal data",
      options: {
        pii_types: { label: "Personal data types", standard: "all" },
        pii_mask: { label: "Replacement", standard: "label" },
        pii_threshold: { label: "Minimum confidence", standard: 0 },
        pii_policy: { label: "Replacement by type" },
        pii_allow: { label: "Never personal data" },
        pii_deny: { label: "Always personal data" },
        pii_salt: { label: "Salt of the digests" },
        include_tokens: { label: "Return the replaced values", standard: true },
      },
    },
    {
      title: "Your own terms and patterns",
      options: { terms: { label: "Terms" }, patterns: { label: "Patterns" } },
    },
  ],
  image: [
    {
      title: "Quality",
      isOpen: true,
      options: { quality: { label: "Quality", standard: 80 } },
    },
    {
      title: "Width, height and crop",
      options: {
        width: { label: "Width" },
        height: { label: "Height" },
        fit: { label: "Fit", standard: "inside" },
        position: { label: "Position of the crop", standard: "center" },
        background: { label: "Background" },
        enlarge: { label: "Enlarge small images", standard: false },
        dpr: { label: "Pixel ratio of the screen", standard: 1 },
        crop: { label: "Crop" },
        trim: { label: "Trim plain edges", standard: false },
      },
    },
    {
      title: "Size of the file",
      options: {
        lossless: { label: "Lossless", standard: false },
        effort: { label: "Effort", standard: "balanced" },
        max_bytes: { label: "Maximum bytes" },
        max_bytes_resize: { label: "Reduce the pixels to reach the maximum", standard: "auto" },
        chroma: { label: "Resolution of colors", standard: "4:2:0" },
        progressive: { label: "Progressive", standard: false },
      },
    },
    {
      title: "Rotation and effects",
      options: {
        rotate: { label: "Rotate", standard: 0 },
        flip: { label: "Flip vertically", standard: false },
        flop: { label: "Flip horizontally", standard: false },
        blur: { label: "Blur" },
        sharpen: { label: "Sharpen" },
        grayscale: { label: "Grayscale", standard: false },
      },
    },
    {
      title: "Original and metadata",
      options: {
        page: { label: "Page" },
        density: { label: "Resolution of vector images", standard: 150 },
        metadata: { label: "Metadata to keep", standard: "none", all: "None" },
        no_location: { label: "Remove the location", standard: false },
        keep_metadata: { label: "Keep all metadata", standard: false },
        keep_hdr: { label: "Keep the HDR gain map", standard: false },
        on_damage: { label: "Damaged files", standard: "warn" },
        include: { label: "Further facts about the result" },
      },
    },
  ],
};

/** Returns the subjects of the options of a drawing; an empty list for a tool without one. */
export function subjectsFor(drawing: string | undefined): readonly Subject[] {
  return subjects[drawing ?? ""] ?? [];
}

/** Returns the words of an option; `undefined` for a tool or an option that is not listed. */
export function optionWords(drawing: string | undefined, name: string): OptionWords | undefined {
  return subjectsFor(drawing).find(({ options }) => Object.hasOwn(options, name))?.options[name];
}
