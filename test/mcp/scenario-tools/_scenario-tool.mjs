import { z } from "zod";

/** Returns a tool without arguments, as scenarios of the conformance suite call one. */
export function scenarioTool(name, members) {
  return {
    name,
    scope: "scenario:run",
    consent: "Run scenarios",
    summary: "Returns one kind of content.",
    request: z.strictObject({}),
    response: z.object({}),
    examples: [{ request: {} }],
    ...members,
  };
}

/** Returns a tool whose result is a file. */
export function fileTool(name, mediaType) {
  return scenarioTool(name, {
    binary: { field: "file", mediaTypes: [mediaType] },
    run: () => ({ file: Buffer.from("file"), content_type: mediaType }),
  });
}
