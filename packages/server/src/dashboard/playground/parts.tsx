import type { Child } from "hono/jsx";

/** Where a form of the playground stands. */
export interface PlaygroundProps {
  base: string;
  /** The public URL, which commands name. */
  url: string;
}

/** A field with a label and a hint, around a control that has the same id and name. */
export function Labelled({
  name,
  label,
  hint,
  children,
}: {
  name: string;
  label: string;
  hint?: string;
  children: Child;
}) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}

/** A choice of one among few. */
export function Choice({
  name,
  label,
  options,
  selected,
}: {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  selected: string;
}) {
  return (
    <Labelled name={name} label={label}>
      <select id={name} name={name}>
        {options.map(([value, words]) => (
          <option key={value} value={value} selected={value === selected}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** What starts and stops a run, and says how it goes; then what came of it. */
export function RunControls({ label, children }: { label: string; children?: Child }) {
  return (
    <>
      <div class="actions">
        <button class="run">{label}</button>
        <button type="button" class="cancel quiet" hidden>
          Cancel
        </button>
        {children}
        <span class="status muted" role="status"></span>
      </div>
      <div class="problem" role="alert"></div>
    </>
  );
}
