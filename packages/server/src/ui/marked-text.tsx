/** A marked range of a text, with the kind that selects its color and a label for readers who do not see it. */
export interface TextMark {
  start: number;
  end: number;
  kind: string;
  label: string;
}

/** Renders a text with marks that are in order and do not overlap, as the playground draws them. */
export function MarkedText({
  text,
  marks,
  label,
}: {
  text: string;
  marks: readonly TextMark[];
  label: string;
}) {
  const begins = [0, ...marks.map(({ end }) => end)];
  return (
    <div class="marked" tabindex={0} role="group" aria-label={label}>
      {marks.map(({ start, end, kind, label: words }, index) => (
        <>
          {text.slice(begins[index], start)}
          <mark data-kind={kind} data-label={words}>
            {text.slice(start, end)}
          </mark>
        </>
      ))}
      {text.slice(begins.at(-1))}
    </div>
  );
}
