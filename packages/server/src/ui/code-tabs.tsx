import { Copyable } from "./parts.tsx";

/** A call in a language: the id of its element, its label and its text. */
export type CodeText = readonly [id: "curl" | "typescript" | "python", label: string, text: string];

/** Renders a call in several languages. Radio buttons choose the visible one without scripts, inside of `.samples`. */
export function CodeTabs({ texts, inColor = false }: { texts: readonly CodeText[]; inColor?: boolean }) {
  return (
    <>
      <fieldset class="languages">
        <legend class="visually-hidden">Language</legend>
        {texts.map(([id, label], index) => (
          <label key={id}>
            <input type="radio" name="code" value={id} checked={index === 0} />
            {label}
          </label>
        ))}
      </fieldset>
      {texts.map(([id, label, text]) => (
        <div key={id} data-choice={id}>
          <Copyable
            id={id}
            text={text}
            label={id === "curl" ? "command" : `${label} code`}
            language={inColor ? id : undefined}
          />
        </div>
      ))}
    </>
  );
}
