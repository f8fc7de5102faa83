import { analyzeText } from "@tools-api/core";
import { convertImage } from "@tools-api/core/image";
import { validate } from "@tools-api/core/internal/schema";
import { describe, expect, it } from "vitest";
import { z } from "zod";

// A host defines its tools with schemas like this one.
const Request = z.strictObject({
  text: z.string(),
  level: z.enum(["L", "M", "Q"]).default("M"),
  unit: z.enum(["b", "B"]).optional(),
  margin: z.int().optional(),
  limit: z.int().nullable().optional(),
  steps: z.array(z.object({ kind: z.enum(["cut", "Fold"]), note: z.string().optional() })).optional(),
});

describe("the fields of any request", () => {
  it.each([
    ["a choice in another letter case", { level: "q" }, { level: "Q" }],
    [
      "choices in arrays and objects",
      { steps: [{ kind: "CUT" }, { kind: "fold" }] },
      { steps: [{ kind: "cut" }, { kind: "Fold" }] },
    ],
    ["null for an optional field", { margin: null }, {}],
    ["null for a field with a default", { level: null }, { level: "M" }],
    [
      "null for an optional field of an object",
      { steps: [{ kind: "cut", note: null }] },
      { steps: [{ kind: "cut" }] },
    ],
    ["null with a meaning of its own", { limit: null, level: "q" }, { limit: null, level: "Q" }],
    ["a choice that differs from another only in letter case", { unit: "B" }, { unit: "B" }],
  ])("accept %s", (_, sent, canonical) => {
    expect(validate(Request, { text: "a", ...sent })).toEqual({ text: "a", level: "M", ...canonical });
  });

  it.each([
    ["null for a required field", { text: null }, "text", "null"],
    ["null for an unknown field", { color: null }, "color", "unknown"],
    ["another choice", { level: "H" }, "level", 'received "H"'],
    ["a choice with blanks", { level: " L" }, "level", 'received " L"'],
    ["a number as text", { margin: "1" }, "margin", 'received "1"'],
    ["null in an array", { steps: [null] }, "steps/0", "received null"],
  ])("do not accept %s", (_, sent, name, detail) => {
    expect(() => validate(Request, { text: "a", ...sent })).toThrow(
      expect.objectContaining({
        code: "invalid_parameter",
        errors: [{ pointer: `#/${name}`, detail: expect.stringContaining(detail) }],
      }),
    );
  });

  it("do not accept a choice that matches two in another letter case", () => {
    const Sizes = z.strictObject({ size: z.enum(["xs", "xS"]) });
    expect(() => validate(Sizes, { size: "XS" })).toThrow("size");
  });
});

describe("the options of functions", () => {
  it("have one spelling, which their types show", async () => {
    // The types do not allow these values.
    const image = new Uint8Array([1]);
    await expect(convertImage(image, { format: "JPEG" as "jpeg" })).rejects.toThrow(
      "format: expected one of",
    );
    const options = { offsetUnit: "UTF8" as "utf8" };
    await expect(analyzeText("Hello", options)).rejects.toThrow("offsetUnit: expected");
  });
});
