/** The observations of a generated client at a running server. */
export interface Observed {
  sentiment: string | undefined;
  image: { format: string; width: number };
  file: { type: string; bytes: number };
  endpoints: string[];
  callsToday: number | undefined;
  issued: { name: string; limit: number | null; prefix: string | undefined };
  keys: number;
  refused: { status: number; code: string; parameters: string[] };
  plan: string;
  due: number;
}

/** A blue square of 8 × 8 pixels. */
export const square =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEUfT9hP6dC7AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC";

/** Returns the data of a response. Throws the problem if there is none. */
export function dataOf<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(`expected data, received ${JSON.stringify(error)}`);
  return data;
}
