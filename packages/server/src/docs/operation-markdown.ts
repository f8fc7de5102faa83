import type { Tool } from "@tools-api/core/tools";
import { remedyOf, responseCodes } from "./answers.tsx";
import type { ApiResponse, Operation, Parameter } from "./api-document.ts";
import { prettyJson } from "./code-sample.tsx";
import { allowedValues, schemaConstraints, schemaFields, typeWords } from "./schema-words.ts";
import type { Schema } from "../api/tools/json-schema.ts";

/** Nested fields below this depth are in `/openapi.json` only. */
const maxDepth = 4;

function fieldLines(schema: Schema, depth = 0): string[] {
  if (depth >= maxDepth) return [];
  return schemaFields(schema).flatMap((field) => [
    fieldLine(field.name, field.schema, { required: field.required, depth }),
    ...fieldLines(field.schema, depth + 1),
  ]);
}

function fieldLine(
  name: string,
  schema: Schema,
  { required, description = "", depth = 0 }: { required: boolean; description?: string; depth?: number },
): string {
  const values = allowedValues(schema).map((value) => `\`${String(value)}\``);
  const words = [
    [schema.description, description].filter(Boolean).join(" "),
    values.length > 0 ? `One of ${values.join(", ")}.` : "",
    schemaConstraints(schema).join(", "),
  ].filter(Boolean);
  const head = `${"  ".repeat(depth)}- \`${name}\` (${typeWords(schema)}${required ? ", required" : ""})`;
  return words.length === 0 ? head : `${head}: ${words.join(" ")}`;
}

function parameterLines(parameters: readonly Parameter[]): string[] {
  return parameters.map(({ name, in: place, schema, required, description = "" }) =>
    fieldLine(name, schema, { required, description: `${description} In the ${place}.`.trim() }),
  );
}

function responseLines(
  [status, response]: readonly [string, ApiResponse],
  operation: Operation,
  remedies: Tool["remedies"],
): string[] {
  const { description, content = {} } = response;
  const [media] = Object.values(content);
  const isSuccess = status.startsWith("2");
  const advice = responseCodes(response).map((code) => [code, remedyOf(code, operation, remedies)]);
  return [
    `- \`${status}\`: ${description}`,
    ...advice.flatMap(([code, remedy]) => (remedy === null ? [] : [`  - \`${code}\`: ${remedy}`])),
    ...(isSuccess && media?.schema ? fieldLines(media.schema, 1) : []),
  ];
}

function fenced(language: string, text: string): string[] {
  return [`\`\`\`${language}`, text, "```"];
}

/** Returns the description of an operation in Markdown. */
export function operationMarkdown(operation: Operation, remedies?: Tool["remedies"]): string {
  const { method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const bodies = Object.entries(requestBody?.content ?? {});
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"));
  const [media] = Object.values(success?.[1].content ?? {});
  const [curl] = operation["x-codeSamples"];
  return [
    `## ${method} ${path}`,
    "",
    summary,
    ...(description === summary ? [] : ["", description]),
    ...(parameters.length > 0 ? ["", "### Parameters", "", ...parameterLines(parameters)] : []),
    ...bodies.flatMap(([type, { schema }]) => [
      "",
      `### Body as ${type}`,
      "",
      ...(schema?.description === undefined ? [] : [schema.description, ""]),
      ...(schema ? fieldLines(schema) : []),
    ]),
    ...(curl ? ["", "### Request", "", ...fenced("sh", curl.source)] : []),
    "",
    "### Responses",
    "",
    ...Object.entries(responses).flatMap((entry) => responseLines(entry, operation, remedies)),
    ...(media?.example === undefined ? [] : ["", ...fenced("json", prettyJson(media.example))]),
    "",
  ].join("\n");
}
