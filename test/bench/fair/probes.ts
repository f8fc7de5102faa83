/** The calls of the second account. */
export const kinds = ["healthz", "profile", "text", "image", "long text"] as const;
export type Kind = (typeof kinds)[number];

/** The second account: the server that it calls, its key and its client address. */
export interface Victim {
  url: string;
  key: string;
  address: string;
}

/** Results of the calls of one kind. */
export interface Outcome {
  calls: number;
  failures: number;
  worstMs: number;
}

/** The outcome of each kind, the reasons of failures, and the longest time for which this process could not look. */
export interface Probes {
  outcomes: Record<Kind, Outcome>;
  reasons: Record<string, number>;
  proberHeldMs: number;
}
