import { type ErrorCode, errorCodes } from "@tools-api/core";
import type { Tool } from "@tools-api/core/tools";
import type { Child } from "hono/jsx";
import type { ApiResponse, MediaType, Operation } from "./api-document.ts";
import { errorGuides } from "./error-guides.ts";
import { SchemaFields } from "./fields.tsx";
import { InlineText } from "../ui/inline-text.tsx";
import { schemaFields } from "./schema-words.ts";

/** Returns the error codes of a response, which its description lists. */
export function responseCodes({ description }: ApiResponse): ErrorCode[] {
  const named = [...description.matchAll(/`([a-z_]+)`:/g)].map(([, name]) => name);
  // Every key of the catalog is a code.
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => named.includes(code));
}

function Headers({ base, response }: { base: string; response: ApiResponse }): Child {
  const names = Object.keys(response.headers ?? {});
  return names.length === 0 ? null : (
    <p class="small">
      Headers:{" "}
      {names.map((name, index) => (
        <>
          {index > 0 && ", "}
          <a href={`${base}/docs#header-${name.toLowerCase()}`}>{name}</a>
        </>
      ))}
    </p>
  );
}

/** Renders the alternative content types of a response. */
function OtherTypes({ content }: { content: Readonly<Record<string, MediaType>> }): Child {
  const [, ...others] = Object.keys(content);
  return others.length === 0 ? null : (
    <p class="small">
      Also, by <code>Accept</code>:{" "}
      {others.map((type, index) => (
        <>
          {index > 0 && ", "}
          <code>{type}</code>
        </>
      ))}
    </p>
  );
}

function Success({
  base,
  operation,
  status,
  response,
}: {
  base: string;
  operation: Operation;
  status: string;
  response: ApiResponse;
}) {
  const { content = {} } = response;
  const [media] = Object.values(content);
  const id = `${operation.operationId}.answer`;
  return (
    <>
      <p>
        <span class="badge good">{status}</span> <InlineText text={response.description} />
      </p>
      <OtherTypes content={content} />
      <Headers base={base} response={response} />
      {media?.schema && schemaFields(media.schema).length > 0 && (
        <details id={id}>
          <summary>Fields of the response</summary>
          <SchemaFields id={id} schema={media.schema} direction="output" />
        </details>
      )}
    </>
  );
}

/** Returns the remedy for an error of a call, and whether it counted; `null` for calls that never count. */
export function remedyOf(
  code: ErrorCode,
  { path }: Pick<Operation, "path">,
  remedies: Tool["remedies"] = {},
): string | null {
  if (!path.startsWith("/v1/")) return null;
  const { remedy, counts } = errorGuides[code];
  return `${remedies[code] ?? remedy} ${counts ? "The call counts." : "The call does not count."}`;
}

interface FailuresProps {
  base: string;
  operation: Operation;
  failures: readonly (readonly [string, ApiResponse])[];
  remedies: Tool["remedies"];
}

function Failures({ base, operation, failures, remedies }: FailuresProps) {
  return failures.length === 0 ? null : (
    <details>
      <summary>Errors</summary>
      <dl class="errors">
        {failures.map(([status, response]) => (
          <>
            <dt>
              <span class="badge bad">{status}</span>
            </dt>
            <dd>
              {responseCodes(response).length === 0 && <InlineText text={response.description} />}
              {responseCodes(response).map((code) => (
                <p key={code}>
                  <a href={`${base}/docs/errors#${code}`}>
                    <code>{code}</code>
                  </a>{" "}
                  {errorCodes[code]} <InlineText text={remedyOf(code, operation, remedies) ?? ""} />
                </p>
              ))}
            </dd>
          </>
        ))}
      </dl>
    </details>
  );
}

/** Renders the possible responses of a call. */
export function Answers({
  base,
  operation,
  remedies,
}: {
  base: string;
  operation: Operation;
  remedies?: Tool["remedies"];
}): Child {
  const answers = Object.entries(operation.responses);
  return (
    <>
      <h3>Response</h3>
      {answers
        .filter(([status]) => /^[23]/.test(status))
        .map(([status, response]) => (
          <Success key={status} base={base} operation={operation} status={status} response={response} />
        ))}
      <Failures
        base={base}
        operation={operation}
        failures={answers.filter(([status]) => !/^[23]/.test(status))}
        remedies={remedies}
      />
    </>
  );
}
