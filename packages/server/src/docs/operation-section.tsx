import type { Child } from "hono/jsx";
import { Answers } from "./answers.tsx";
import type { MediaType, Operation, Parameter } from "./api-document.ts";
import { CodeSample, prettyJson } from "./code-sample.tsx";
import { documentedFile, fileCurlCommand } from "./curl.ts";
import { SchemaField, SchemaFields } from "./fields.tsx";
import { InlineText, Path } from "../account/pages/inline-text.tsx";
import { schemaFields } from "./schema-words.ts";
import { TryIt } from "./try-it.tsx";

/** The props of an operation's section. */
export interface OperationProps {
  operation: Operation;
  base: string;
  publicUrl: string;
  /** True if browser sessions can make calls. */
  hasSessions: boolean;
}

const schemeWords: Readonly<Record<string, string>> = {
  bearer: "an API key or a token",
  client: "the id and the secret of an OAuth client",
  oauth2: "an OAuth access token",
  session: "the session of a browser",
};

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** Renders the accepted credentials and the required scope. */
function Callers({ operation: { security } }: { operation: Operation }): Child {
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
      . <a href="#authentication">How to authenticate</a>
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

function Parameters({ operation }: { operation: Operation }): Child {
  const used = new Set(operation.parameters?.map((parameter) => parameter.in));
  const places = (["path", "query", "header"] as const).filter((place) => used.has(place));
  return (
    <>
      {places.map((place) => (
        <>
          <h4>{`In the ${place}`}</h4>
          {documentedFile(operation) ? (
            // The query repeats the fields of the JSON body.
            <details>
              <summary>Fields in the query</summary>
              <ParametersIn operation={operation} place={place} />
            </details>
          ) : (
            <ParametersIn operation={operation} place={place} />
          )}
        </>
      ))}
    </>
  );
}

/** Renders a body of a type other than JSON. */
function OtherBody({ id, type, media }: { id: string; type: string; media: MediaType }): Child {
  const fields = schemaFields(media.schema ?? {});
  return (
    <li id={id}>
      <div class="signature">
        <a href={`#${id}`}>
          <code>{type}</code>
        </a>
      </div>
      {media.schema?.description && <p>{media.schema.description}</p>}
      {media.schema && fields.length > 0 && (
        <details>
          <summary>{`Fields of ${type}`}</summary>
          <SchemaFields id={id} schema={media.schema} direction="input" />
        </details>
      )}
    </li>
  );
}

function Body({ operation: { operationId, requestBody } }: { operation: Operation }): Child {
  if (!requestBody) return null;
  const [[type, media] = ["", {}], ...others] = Object.entries(requestBody.content);
  return (
    <>
      <h4>
        {"Body as "}
        <code>{type}</code>
      </h4>
      {!requestBody.required && <p class="small muted">You can omit the body.</p>}
      {media.schema && <SchemaFields id={`${operationId}.body`} schema={media.schema} direction="input" />}
      {others.length > 0 && (
        <>
          <h4>Or as</h4>
          <ul class="schema">
            {others.map(([other, body]) => (
              <OtherBody key={other} id={`${operationId}.${other}`} type={other} media={body} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Samples({ operation, publicUrl }: Pick<OperationProps, "operation" | "publicUrl">): Child {
  const { operationId, responses, "x-codeSamples": samples } = operation;
  const [curl, ...otherSamples] = samples;
  const [success] = Object.entries(responses);
  const [media] = Object.values(success?.[1].content ?? {});
  const withFile = fileCurlCommand(operation, publicUrl);
  return (
    <div class="samples">
      <CodeSample id={`curl-${operationId}`} label="Request" text={curl?.source ?? ""} />
      {withFile !== undefined && (
        <CodeSample id={`file-${operationId}`} label="Request with a file" text={withFile} />
      )}
      {otherSamples.map(({ label, source }) => (
        <details key={label}>
          <summary>{`In ${label}`}</summary>
          <CodeSample id={`${label.toLowerCase()}-${operationId}`} label={label} text={source} />
        </details>
      ))}
      {media?.example !== undefined && (
        <CodeSample
          id={`answer-${operationId}`}
          label={`Response ${success?.[0]}`}
          text={prettyJson(media.example)}
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
export function OperationSection({ operation, base, publicUrl, hasSessions }: OperationProps): Child {
  const { operationId, method, path, summary, description } = operation;
  return (
    <section class="card operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>
        <a href={`#${operationId}`}>
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <Path path={path} />
        </a>
      </h3>
      <div class="sides">
        <div>
          <p>
            <InlineText text={summary} />
          </p>
          <p>
            <InlineText text={description} />
          </p>
          <Callers operation={operation} />
          {!documentedFile(operation) && <Parameters operation={operation} />}
          <Body operation={operation} />
          {documentedFile(operation) && <Parameters operation={operation} />}
          <Answers base={base} operation={operation} />
        </div>
        <div>
          <Samples operation={operation} publicUrl={publicUrl} />
          {canTry(operation) && <TryIt operation={operation} base={base} hasSessions={hasSessions} />}
        </div>
      </div>
    </section>
  );
}
