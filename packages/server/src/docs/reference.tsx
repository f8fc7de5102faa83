import type { Schema } from "../api/tools/json-schema.ts";
import type { ApiDocument, Operation } from "./api-document.ts";
import type { Group } from "./contents.tsx";
import type { DocsEntry, DocsProps, DocsSection } from "./docs-page.tsx";
import { Introduction, introductionMarkdown, introductionSections, leadOf } from "./introduction.tsx";
import { operationMarkdown } from "./operation-markdown.ts";
import { OperationSection } from "./operation-section.tsx";
import { ReferenceTable, tableId, tableMarkdown } from "./reference-table.tsx";
import { schemaFields } from "./schema-words.ts";

/** Returns the names of all fields of a schema, at any depth. */
function fieldNames(schema: Schema): string[] {
  return schemaFields(schema).flatMap(({ name, schema: field }) => [name, ...fieldNames(field)]);
}

/** Returns the words of an operation for the search: its description, parameters and fields. */
function operationWords({
  summary,
  description,
  parameters = [],
  requestBody,
  responses,
}: Operation): string {
  const media = [requestBody?.content ?? {}, ...Object.values(responses).map(({ content = {} }) => content)];
  const schemas = media.flatMap((types) => Object.values(types).flatMap(({ schema }) => schema ?? []));
  const names = [...parameters.map(({ name }) => name), ...schemas.flatMap(fieldNames)];
  return `${summary} ${description} ${[...new Set(names)].join(" ")}`.replaceAll("`", "");
}

function operationSections({ name, description, operations }: Group): DocsSection[] {
  return [
    { id: "", title: name, text: description },
    ...operations.map((operation) => ({
      id: operation.operationId,
      title: `${operation.method} ${operation.path}`,
      text: operationWords(operation),
    })),
  ];
}

/** Renders the field whose key the script writes into the examples. */
function SampleKey({ base, hasSessions }: { base: string; hasSessions: boolean }) {
  return (
    <sample-key data-base={base}>
      <input
        type="password"
        autocomplete="off"
        spellcheck={false}
        aria-label="API key for the examples"
        placeholder="Your API key"
      />
      {hasSessions && (
        <button type="button" class="quiet small">
          Use a test token
        </button>
      )}
      <span class="muted small" role="status"></span>
    </sample-key>
  );
}

/** Returns the page of a group of operations. */
export async function groupEntry(group: Group, { services, base }: DocsProps): Promise<DocsEntry> {
  const { id, name, description, operations } = group;
  const hasSessions = services.served.includes("management");
  const tool = services.tools.find((served) => served.tool.name === id)?.tool;
  const tables = (await tool?.tables?.()) ?? [];
  return {
    path: `/docs/reference/${id}`,
    title: name,
    chapter: group.isForOperators ? "For operators" : "Reference",
    summary: description,
    scripts: ["copy-button.js", "try-it.js", "docs-contents.js", "docs-samples.js"],
    sections: [
      ...operationSections(group),
      ...tables.map((table) => ({
        id: tableId(table),
        title: table.title,
        text: [table.note ?? "", ...table.head, ...table.rows.flat()].join(" "),
      })),
    ],
    body: () => (
      <>
        <h1>{name}</h1>
        <p>{description}</p>
        <SampleKey base={base} hasSessions={hasSessions} />
        {operations.map((operation) => (
          <OperationSection
            key={operation.operationId}
            operation={operation}
            base={base}
            publicUrl={services.publicUrl}
            hasSessions={hasSessions}
            remedies={tool?.remedies}
          />
        ))}
        {tables.map((table) => (
          <ReferenceTable key={table.title} table={table} />
        ))}
      </>
    ),
    markdown: () =>
      [
        `# ${name}`,
        "",
        description,
        "",
        ...operations.map((operation) => operationMarkdown(operation, tool?.remedies)),
        ...tables.map(tableMarkdown),
      ].join("\n"),
  };
}

/** Returns the page that applies to all calls. */
export function introductionEntry(
  document: ApiDocument,
  groups: readonly Group[],
  { services, base }: DocsProps,
): DocsEntry {
  const { publicUrl, served, scopes, tools } = services;
  const props = {
    document,
    groups,
    base,
    publicUrl,
    tools: tools.map(({ tool }) => tool),
    plans: services.plans,
    catalog: scopes,
    hasSessions: served.includes("management"),
    hasOauth: served.includes("oauth"),
  };
  return {
    path: "/docs",
    title: "Introduction",
    chapter: "Start",
    summary: `${leadOf(props.tools)} The first call, limits and costs, authentication, errors and all operations.`,
    scripts: ["copy-button.js", "docs-contents.js"],
    sections: introductionSections(props),
    body: () => <Introduction {...props} />,
    markdown: () => introductionMarkdown(props),
  };
}
