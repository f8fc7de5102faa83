import { type AnalysisType, analysisTypes } from "@tools-api/core/text";
import { FieldFrame, SelectField } from "../../pages/form.tsx";
import { type PlaygroundProps, RunControls } from "./parts.tsx";

const sampleText = `Ada Lovelace met Charles Babbage in London on 5 June 1833. The engine that he showed her was wonderful, and not bad at all for a man of £50 a month! 😀

The second demonstration was a disappointment: it was late, loud and broken. Lovelace still wrote about the analytical engine for years, and her notes on the engine hold the first published program.

Questions go to ada@example.com or +44 20 7946 0000.`;

const analysisLabels: Record<AnalysisType, string> = {
  sentiment: "Sentiment",
  entities: "Entities",
  keywords: "Keywords",
  language: "Language",
  summary: "Summary",
  readability: "Readability",
  syntax: "Syntax",
  pii: "Personal data",
};

// The languages that the server detects. The API also accepts the tag of any other language.
const languages =
  "af am ar az be bg bn bo ca cs da de dv el en es et eu fa fi fr gu he hi hr hu hy id is it ja ka km kn ko ku lo lt lv mk ml mr ms my ne nl no or pa pl pt ro ru si sk sl sq sr sv ta te th tl tr uk ur vi yo zh".split(
    " ",
  );

function languageOptions(): (readonly [string, string])[] {
  const names = new Intl.DisplayNames("en", { type: "language" });
  const named = languages.map((code) => [code, names.of(code) ?? code] as const);
  return [["auto", "Detect automatically"], ...named.toSorted(([, a], [, b]) => a.localeCompare(b, "en"))];
}

/** Returns a command for an analysis that works when it is pasted. */
export function sampleAnalysis(url: string): string {
  return `curl -sS '${url}/v1/tools/text-analyzer' \\
  -H "Authorization: Bearer $TOOLS_API_KEY" \\
  -H 'Content-Type: application/json' \\
  --data-binary '{"text":"Ada Lovelace was born in London. Her notes are wonderful!"}'`;
}

/** Renders the form of the text analyzer. `playground-text.ts` submits it. */
export function TextPlayground({ base, url }: PlaygroundProps) {
  return (
    <text-playground class="needs-script" data-base={base} data-url={url}>
      <form class="card" aria-label="Text to analyze">
        <FieldFrame id="text" label="Text" hint="At most 1,000,000 bytes. The server does not store it.">
          <textarea id="text" name="text" rows={9} required spellcheck={false} aria-describedby="text-hint">
            {sampleText}
          </textarea>
        </FieldFrame>
        <fieldset class="field">
          <legend>Analyses</legend>
          <div class="analyses">
            {analysisTypes.map((name) => (
              <label class="choice" key={name}>
                <input type="checkbox" name="analysis_type" value={name} checked={name !== "syntax"} />
                {analysisLabels[name]}
              </label>
            ))}
          </div>
        </fieldset>
        <SelectField name="language" label="Language" options={languageOptions()} selected="auto" />
        <RunControls label="Analyze text" />
      </form>
    </text-playground>
  );
}
