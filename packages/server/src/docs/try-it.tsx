import type { Child } from "hono/jsx";
import { fileTypes } from "../ui/form.tsx";
import type { Operation, Parameter } from "./api-document.ts";
import { prettyJson } from "./code-sample.tsx";
import { documentedFile, type DocumentedFile } from "./curl.ts";
import { typeWords, allowedValues } from "./schema-words.ts";

interface TryItProps {
  operation: Operation;
  base: string;
  /** True if a signed-in user's session can make the call. */
  hasSessions: boolean;
}

function ParameterField({ id, parameter }: { id: string; parameter: Parameter }): Child {
  const { name, schema, required, example } = parameter;
  const type = typeWords(schema);
  const values = type === "boolean" ? [true, false] : allowedValues(schema);
  const common = { id, name: `${parameter.in}:${name}`, required };
  const value = example === undefined ? undefined : String(example);
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="muted small">{required ? type : `${type}, optional`}</span>
      </label>
      {values.length > 0 ? (
        <select {...common}>
          {!required && <option value="">not sent</option>}
          {values.map(String).map((text) => (
            <option key={text} selected={text === value}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input {...common} value={value} autocomplete="off" autocapitalize="none" spellcheck={false} />
      )}
    </div>
  );
}

function FileField({ id, file: { name, mediaTypes } }: { id: string; file: DocumentedFile }): Child {
  return (
    <div class="field">
      <label for={id}>
        {name} <span class="muted small">as a file</span>
      </label>
      <p class="hint" id={`${id}-hint`}>
        The page sends the file in a form with the fields above. Without a file, it sends only the JSON below.
      </p>
      <input
        id={id}
        name="file"
        type="file"
        accept={fileTypes(mediaTypes)}
        data-part={name}
        aria-describedby={`${id}-hint`}
      />
    </div>
  );
}

/** Renders the fields for the body: a file, which is sent in a form, and JSON. */
function BodyFields({ operation }: { operation: Operation }): Child {
  const { operationId, requestBody } = operation;
  if (!requestBody) return null;
  const { content } = requestBody;
  const example = content["application/json"]?.example;
  const bodyId = `try-${operationId}-body`;
  const file = documentedFile(operation);
  return (
    <>
      {file && <FileField id={`try-${operationId}-file`} file={file} />}
      <div class="field">
        <label for={bodyId}>Body as JSON</label>
        <textarea id={bodyId} name="body" class="code" rows={6} autocomplete="off" spellcheck={false}>
          {example === undefined ? "" : prettyJson(example)}
        </textarea>
      </div>
    </>
  );
}

function KeyField({ operation: { operationId, security }, hasSessions }: Omit<TryItProps, "base">): Child {
  const takesSession = security.some((scheme) => "session" in scheme);
  if (!security.some((scheme) => "bearer" in scheme)) return null;
  const id = `try-${operationId}-key`;
  return (
    <div class="field">
      <label for={id}>API key or token</label>
      <p class="hint" id={`${id}-hint`}>
        {hasSessions &&
          `Leave empty to call as the account that is signed in${takesSession ? "" : ". The call counts"}. `}
        The page keeps a key only until you leave it.
      </p>
      <input
        id={id}
        name="key"
        type="password"
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${id}-hint`}
      />
    </div>
  );
}

/** Renders a form that sends the call to this server, for browsers that run scripts. */
export function TryIt({ operation, base, hasSessions }: TryItProps): Child {
  const { operationId, method, path, parameters = [], security } = operation;
  const needsSession = security.length > 0 && !security.some((scheme) => "bearer" in scheme);
  return (
    <try-it
      class="needs-script"
      data-base={base}
      data-method={method}
      data-path={path}
      data-operation={operationId}
      data-session={String(hasSessions)}
    >
      <details>
        <summary>{`Try ${method} ${path}`}</summary>
        {/* If the script fails, this method sends nothing. Any other method would put the key into the URL. */}
        <form class="try" method="dialog">
          {needsSession && <p class="small muted">The page calls as the account that is signed in.</p>}
          <KeyField operation={operation} hasSessions={hasSessions} />
          <div class="fields">
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.name}
                id={`try-${operationId}-${parameter.name}`}
                parameter={parameter}
              />
            ))}
          </div>
          <BodyFields operation={operation} />
          <button>Send request</button>
        </form>
      </details>
    </try-it>
  );
}
