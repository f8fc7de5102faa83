import type { Tool } from "@tools-api/core/tools";
import { assetBytes, assetPath } from "../../ui/assets.ts";
import { size } from "../../ui/format.tsx";
import { MarkedText, type TextMark } from "../../ui/marked-text.tsx";
import { sampleAnswer, samplesFor } from "../playground/samples.ts";

/** The members of a text's result that the page shows. */
interface ShownResult {
  json: {
    sentiment?: {
      label: string;
      sentences: readonly { start: number; end: number; label: string; score: number }[];
    };
    entities?: readonly { text: string; type: string; mentions: readonly { start: number; end: number }[] }[];
  };
}

/** Returns a score with its sign, such as −0.82. */
function score(value: number): string {
  return (value > 0 ? "+" : "") + value.toFixed(2).replace("-", "−");
}

/** Returns the sentences with a sentiment as marks. */
function sentenceMarks({ json }: ShownResult): TextMark[] {
  return (json.sentiment?.sentences ?? []).map(({ start, end, label, score: value }) => ({
    start,
    end,
    kind: label,
    label: `${label} ${score(value)}`,
  }));
}

/** Returns the mentions of names as marks. */
function nameMarks({ json }: ShownResult): TextMark[] {
  return (json.entities ?? [])
    .flatMap(({ type, mentions }) =>
      mentions.map(({ start, end }) => ({ start, end, kind: type, label: type })),
    )
    .toSorted((a, b) => a.start - b.start);
}

/** Renders a text with what the tool finds in it. Renders nothing if the tool does not draw texts. */
export async function TextDemo({ tool }: { tool: Tool }) {
  const [review, , news] = samplesFor(tool);
  const shown = [
    ["Sentiment of each sentence", review, sentenceMarks],
    ["Names, dates and amounts", news, nameMarks],
  ] as const;
  const parts = await Promise.all(
    shown.map(async ([label, sample, marks]) => {
      const answer = sample && (await sampleAnswer(tool, sample, ""));
      // The schema of the tool describes it.
      return answer
        ? { label, text: String(sample.request["text"]), marks: marks(answer as ShownResult) }
        : null;
    }),
  );
  return (
    <section class="card" aria-labelledby="text-demo">
      <h2 id="text-demo">A text, analyzed</h2>
      {parts.map(
        (found) =>
          found && (
            <div key={found.label}>
              <p class="muted small">{found.label}</p>
              <MarkedText text={found.text} marks={found.marks} label={found.label} />
            </div>
          ),
      )}
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
