import { ToolsError } from "@tools-api/core";
import { validate } from "@tools-api/core/internal/schema";
import { expect, it } from "vitest";
import { z } from "zod";

const Order = z
  .strictObject({
    name: z.string().min(2).max(5),
    size: z.int().min(0).max(3),
    color: z.enum(["red", "green", "blue"]),
    items: z.array(z.strictObject({ price: z.number() })).max(6),
    email: z.email(),
    code: z.string().regex(/^a/),
    step: z.number().multipleOf(5),
    either: z.union([z.string(), z.number()]),
    note: z.string().refine((note) => note === "yes", "note: expected yes"),
  })
  .refine(({ size }) => size !== 1, "expected another size");

function errorsOf(schema: z.ZodObject, input: Record<string, unknown>): object {
  try {
    validate(schema, input);
  } catch (error) {
    if (error instanceof ToolsError) return Object.fromEntries(error.errors?.map(Object.values) ?? []);
    throw error;
  }
  return {};
}

const valid = {
  name: "tea",
  size: 2,
  color: "red",
  items: [],
  email: "ada@example.com",
  code: "ab",
  step: 10,
  either: 1,
  note: "yes",
};

it("faults of a schema without descriptions name what is expected and what came", () => {
  expect(errorsOf(Order, valid)).toEqual({});
  const invalid = { ...valid, name: "", size: 9, color: "x", email: "q", code: "b", step: 7, either: true };
  expect(errorsOf(Order, { ...invalid, items: 1, note: "no" })).toEqual({
    "#/name": "expected at least 2 characters, received an empty string",
    "#/size": "expected a number of at most 3, received 9",
    "#/color": 'expected red, green or blue, received "x"',
    "#/items": "expected an array, received 1",
    "#/email": 'expected a valid email, received "q"',
    "#/code": 'expected a string that matches /^a/, received "b"',
    "#/step": "expected a multiple of 5, received 7",
    "#/either": "expected one of the documented forms, received true",
    "#/note": "note: expected yes",
  });
  expect(errorsOf(Order, { ...valid, name: undefined, size: 1.5 })).toEqual({
    "#/name": "expected a string, received nothing",
    "#/size": "expected a whole number, received 1.5",
  });
});

it("a fault inside a parameter has a pointer to it", () => {
  const items = [{ price: 1 }, { price: "2" }, { price: 3, "a/b": 4 }, {}];
  expect(errorsOf(Order, { ...valid, items })).toEqual({
    "#/items/1/price": 'expected a number, received "2"',
    "#/items/2/a~1b": "expected no such member",
    "#/items/3/price": "expected a number, received nothing",
  });
});

it("a fault of the whole request names the body", () => {
  expect(errorsOf(Order, { ...valid, size: 1 })).toEqual({ "#/body": "expected another size" });
});

it("a fault many levels deep has a short pointer", () => {
  const Nested: z.ZodObject = z.strictObject({
    get inside() {
      return Nested.optional();
    },
  });
  let deep: Record<string, unknown> = { inside: 1 };
  for (let level = 0; level < 500; level++) deep = { inside: deep };
  expect(errorsOf(Nested, deep)).toEqual({
    [`#${"/inside".repeat(8)}`]: "expected an object, received 1",
  });
});
