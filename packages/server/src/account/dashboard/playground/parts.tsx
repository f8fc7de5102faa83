import type { Child } from "hono/jsx";

/** The URLs that a form of the playground needs. */
export interface PlaygroundProps {
  base: string;
  /** The public URL, for sample commands. */
  url: string;
}

/** Renders the controls that start and stop a run, with its status and errors. */
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
