/** The response to a call of the playground, with its request. */
export interface ToolAnswer {
  /** The fields of the request without the file. */
  fields: Readonly<Record<string, unknown>>;
  file: File | undefined;
  /** The response as JSON, or the record of a response that is bytes; `null` if there is none. */
  json: string | null;
  /** The response, if it is not JSON. */
  body: Blob | null;
  /** The file name of the response. */
  name: string;
  /** Returns a URL of a file that is valid until the next run. */
  urlFor: (file: Blob) => string;
  /** Sets fields of the form and runs it. */
  rerun: (fields: Readonly<Record<string, unknown>>) => void;
  /** Bytes of the result in other formats, if they are known. */
  sizes: Readonly<Record<string, number>>;
  /** The record of the first response, if the playground shows a second one in its place; `null` otherwise. */
  replaced: string | null;
}

/** Draws a response. A module `draw-NAME.ts` exports such a function as `draw`, for tools whose `playground` is NAME. */
export type Draw = (answer: ToolAnswer) => readonly HTMLElement[] | Promise<readonly HTMLElement[]>;

/**
 * Returns fields that a second call has in addition, if the visitor would be better off with its response; `null` if the
 * first one is good. A module `draw-NAME.ts` may export such a function as `improve`.
 */
export type Improve = (
  record: string,
  fields: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>> | null;

/** A module that draws the responses of a tool. */
export interface DrawModule {
  draw: Draw;
  improve?: Improve;
}
