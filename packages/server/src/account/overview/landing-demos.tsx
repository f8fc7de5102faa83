import type { Tool } from "@tools-api/core/tools";
import { assetBytes, assetPath } from "../../ui/assets.ts";
import { size } from "../../ui/format.tsx";
import { MarkedText } from "../../ui/marked-text.tsx";
import { samplesFor } from "../playground/samples.ts";

/** A sample of the playground with what the text analyzer finds in it. */
interface DemoText {
  label: string;
  sample: string;
  marks: readonly (readonly [start: number, end: number, kind: string, label: string])[];
}

/**
 * The texts of the demonstration. The analyzer loads its models for seconds, and the first visitor would wait for them. The
 * tests compare these results with those of the analyzer.
 */
const demoTexts: readonly DemoText[] = [
  {
    label: "Sentiment of each sentence",
    sample: "Restaurant review",
    marks: [
      [0, 68, "neutral", "neutral +0.05"],
      [69, 156, "positive", "positive +0.97"],
      [157, 247, "negative", "negative −0.98"],
    ],
  },
  {
    label: "Names, dates and amounts",
    sample: "News",
    marks: [
      [0, 14, "organization", "organization"],
      [46, 52, "location", "location"],
      [54, 59, "location", "location"],
      [61, 72, "date", "date"],
      [90, 101, "person", "person"],
      [110, 117, "date", "date"],
      [147, 159, "money", "money"],
      [169, 174, "number", "number"],
    ],
  },
];

/** Renders texts with what the tool finds in them. */
export function TextDemo({ tool }: { tool: Tool }) {
  const samples = samplesFor(tool);
  return (
    <section class="card" aria-labelledby="text-demo">
      <h2 id="text-demo">A text, analyzed</h2>
      {demoTexts.map(({ label, sample, marks }) => (
        <div key={label}>
          <p class="muted small">{label}</p>
          <MarkedText
            text={String(samples.find(({ title }) => title === sample)?.request["text"])}
            marks={marks.map(([start, end, kind, words]) => ({ start, end, kind, label: words }))}
            label={label}
          />
        </div>
      ))}
    </section>
  );
}

/** The picture of the demonstration, converted with `format=avif` and `quality=60`. */
const picture = { before: "photo.jpg", after: "photo.avif", width: 480, height: 320 };

/** Renders a picture before and after a conversion, with a slider if scripts run. */
export function ImageDemo({ base }: { base: string }) {
  const { before, after, width, height } = picture;
  const [original, result] = [assetBytes(before), assetBytes(after)];
  return (
    <section class="card" aria-labelledby="image-demo">
      <h2 id="image-demo">An image, converted</h2>
      <p class="outcome">
        <b>{`${size(original)} → ${size(result)}`}</b>
        {`, ${Math.round(100 * (1 - result / original))}% smaller`}
      </p>
      <picture-split>
        <div class="compare">
          <div class="stack split">
            <img src={base + assetPath(after)} alt="AVIF, quality 60" width={width} height={height} />
            <img src={base + assetPath(before)} alt="The original JPEG" width={width} height={height} />
          </div>
          <label for="demo-split" class="small">
            The original JPEG on the left, AVIF on the right
          </label>
          <input type="range" id="demo-split" min="0" max="100" value="50" />
        </div>
      </picture-split>
    </section>
  );
}
