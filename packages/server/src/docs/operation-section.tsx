import type { Tool } from "@tools-api/core/tools";
import type { Child } from "hono/jsx";
import { Answers } from "./answers.tsx";
import type { MediaType, Operation, Parameter } from "./api-document.ts";
import { CodeSample, prettyJson } from "./code-sample.tsx";
import { documentedFile, fileCurlCommand } from "./curl.ts";
import { FieldNames, SchemaField, SchemaFields } from "./fields.tsx";
import { InlineText, Path } from "../ui/inline-text.tsx";
import { schemaFields } from "./schema-words.ts";
import { TryIt } from "./try-it.tsx";

/** The props of an operation's section. */
export interface OperationProps {
  operation: Operation;
  base: string;
  publicUrl: string;
  /** True if browser sessions can make calls. */
  hasSessions: boolean;
  /** The remedies of the operation's tool, by code. */
  remedies?: Tool["remedies"];
}

const schemeWords: Readonly<Record<string, string>> = {
  bearer: "an API key",
  client: "the id and the secret of an OAuth client",
  oauth2: "an access token",
  session: "the session of a browser",
};

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** Renders the accepted credentials and the required scope. */
function Callers({ base, operation: { security } }: Pick<OperationProps, "base" | "operation">): Child {
  if (security.length === 0) return <p class="small">Needs no credential.</p>;
  const scopes = [...new Set(security.flatMap((scheme) => Object.values(scheme).flat()))];
  const callers = security.flatMap((scheme) => Object.keys(scheme)).map((name) => schemeWords[name] ?? name);
  return (
    <p class="small">
      {`Accepts ${inWords(callers)}`}
      {scopes.length > 0 && (
        <>
          {"; scope "}
          <code>{scopes.join(" ")}</code>
        </>
      )}
      . <a href={`${base}/docs#authentication`}>How to authenticate</a>
    </p>
  );
}

function ParametersIn({ operation, place }: { operation: Operation; place: Parameter["in"] }): Child {
  const { operationId, parameters = [] } = operation;
  return (
    <ul class="schema">
      {parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema, required, description }) => (
          <SchemaField
            key={name}
            id={`${operationId}.${place}.${name}`}
            name={name}
            schema={schema}
            required={required}
            direction="input"
            description={description}
          />
        ))}
    </ul>
  );
}

function namesIn({ parameters = [] }: Operation, place: Parameter["in"]): string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

function Parameters({ operation }: { operation: Operation }): Child {
  const used = new Set(operation.parameters?.map((parameter) => parameter.in));
  const places = (["path", "query", "header"] as const).filter((place) => used.has(place));
  return (
    <>
      {places.map((place) => (
        <>
          <h3>{`In the ${place}`}</h3>
          {documentedFile(operation) && place === "query" ? (
            <>
              <p class="small">The query has the fields of the JSON body.</p>
              <FieldNames id={`${operation.operationId}.query`} names={namesIn(operation, place)} />
            </>
          ) : (
            <ParametersIn operation={operation} place={place} />
          )}
        </>
      ))}
    </>
  );
}

/** Renders the names of fields and of the fields in them. */
function NestedFieldNames({ id, fields }: { id: string; fields: ReturnType<typeof schemaFields> }): Child {
  const names = fields.flatMap(({ name, schema }) => [
    name,
    ...schemaFields(schema).map((inner) => `${name}.${inner.name}`),
  ]);
  return <FieldNames id={id} names={names} />;
}

interface OtherBodyProps {
  id: string;
  type: string;
  media: MediaType;
  /** The names of the fields of the JSON body. */
  known: readonly string[];
}

/** Renders a body of a type other than JSON. Its fields are those of the JSON body, or have a description. */
function OtherBody({ id, type, media, known }: OtherBodyProps): Child {
  const fields = schemaFields(media.schema ?? {});
  const isKnown = fields.every(({ name }) => known.includes(name));
  return (
    <li id={id}>
      <div class="signature">
        <a href={`#${id}`}>
          <code>{type}</code>
        </a>
      </div>
      {media.schema?.description && <p>{media.schema.description}</p>}
      {media.schema && fields.length > 0 && !isKnown && (
        <details>
          <summary>{`Fields of ${type}`}</summary>
          <SchemaFields id={id} schema={media.schema} direction="input" />
        </details>
      )}
      {isKnown && <NestedFieldNames id={id} fields={fields} />}
    </li>
  );
}

function Body({ operation: { operationId, requestBody } }: { operation: Operation }): Child {
  if (!requestBody) return null;
  const [[type, media] = ["", {}], ...others] = Object.entries(requestBody.content);
  return (
    <>
      <h3>
        {"Body as "}
        <code>{type}</code>
      </h3>
      {!requestBody.required && <p class="small muted">You can omit the body.</p>}
      {media.schema && <SchemaFields id={`${operationId}.body`} schema={media.schema} direction="input" />}
      {others.length > 0 && (
        <>
          <h3>Or as</h3>
          <ul class="schema">
            {others.map(([other, body]) => (
              <OtherBody
                key={other}
                id={`${operationId}.${other}`}
                type={other}
                media={body}
                known={schemaFields(media.schema ?? {}).map(({ name }) => name)}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Renders the choice of a language. It is a group of radio buttons, so the style sheet can follow it without scripts. */
function Languages({ operationId, labels }: { operationId: string; labels: readonly string[] }): Child {
  return (
    <fieldset class="languages">
      <legend class="visually-hidden">Language of the example</legend>
      {labels.map((label, index) => (
        <label key={label}>
          <input
            type="radio"
            name={`language-${operationId}`}
            value={label.toLowerCase()}
            checked={index === 0}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Samples({ operation, publicUrl }: Pick<OperationProps, "operation" | "publicUrl">): Child {
  const { operationId, responses, "x-codeSamples": samples } = operation;
  const [success] = Object.entries(responses);
  const [media] = Object.values(success?.[1].content ?? {});
  const withFile = fileCurlCommand(operation, publicUrl);
  return (
    <div class="samples">
      <Languages operationId={operationId} labels={samples.map(({ label }) => label)} />
      {samples.map(({ label, source }) => (
        <CodeSample
          key={label}
          id={`${label.toLowerCase()}-${operationId}`}
          label={`Request in ${label}`}
          text={source}
          language={label}
          choice={label.toLowerCase()}
        />
      ))}
      {withFile !== undefined && (
        <CodeSample
          id={`file-${operationId}`}
          label="Request with a file"
          text={withFile}
          language="sh"
          choice="curl"
        />
      )}
      {media?.example !== undefined && (
        <CodeSample
          id={`answer-${operationId}`}
          label={`Response ${success?.[0]}`}
          text={prettyJson(media.example)}
          language="json"
        />
      )}
    </div>
  );
}

/** Returns whether a form of the page can send the call: not one for a browser or with a form as its body. */
function canTry({ requestBody, responses }: Operation): boolean {
  const [type] = Object.keys(responses["200"]?.content ?? {});
  return type !== "text/html" && (requestBody === undefined || "application/json" in requestBody.content);
}

/** Renders the description of an operation, with an example and a form to try it. */
export function OperationSection({
  operation,
  base,
  publicUrl,
  hasSessions,
  remedies,
}: OperationProps): Child {
  const { operationId, method, path, summary, description } = operation;
  return (
    <section class="card operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h2 id={`${operationId}-title`}>
        <a href={`#${operationId}`}>
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <Path path={path} />
        </a>
      </h2>
      <div class="sides">
        <div>
          <p>
            <InlineText text={summary} />
          </p>
          {description !== summary && (
            <p>
              <InlineText text={description} />
            </p>
          )}
          <Callers base={base} operation={operation} />
          {!documentedFile(operation) && <Parameters operation={operation} />}
          <Body operation={operation} />
          {documentedFile(operation) && <Parameters operation={operation} />}
          <Answers base={base} operation={operation} remedies={remedies} />
        </div>
        <div>
          <Samples operation={operation} publicUrl={publicUrl} />
          {canTry(operation) && <TryIt operation={operation} base={base} hasSessions={hasSessions} />}
        </div>
      </div>
    </section>
  );
}
