import type { Mention } from "../mention.ts";

/** A date that a finder has read. */
export type FoundDate = Omit<Mention, "type">;
