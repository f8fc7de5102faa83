import { apiDocument } from "./api-document.ts";
import { Contents, operationGroups } from "./contents.tsx";
import { DocsPage, type DocsProps } from "./docs-page.tsx";
import { Introduction } from "./introduction.tsx";
import { OperationSection } from "./operation-section.tsx";

/** Renders the API reference from the server's OpenAPI document. */
export function Reference({ services, base }: DocsProps) {
  const { publicUrl, served, scopes, tools } = services;
  const document = apiDocument(services);
  const groups = operationGroups(document);
  const hasSessions = served.includes("management");
  return (
    <DocsPage
      title="API reference"
      services={services}
      base={base}
      scripts={["copy-button.js", "try-it.js", "docs-contents.js"]}
    >
      <Contents groups={groups} />
      <div>
        <div class="page-title">
          <h1>API reference</h1>
          <p class="muted">{`Version ${document.info.version}`}</p>
        </div>
        <Introduction
          document={document}
          base={base}
          publicUrl={publicUrl}
          tools={tools.map(({ tool }) => tool)}
          catalog={scopes}
          hasSessions={hasSessions}
          hasOauth={served.includes("oauth")}
        />
        {groups.map(({ id, name, description, operations }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{name}</h2>
            <p class="muted">{description}</p>
            {operations.map((operation) => (
              <OperationSection
                key={operation.operationId}
                operation={operation}
                base={base}
                publicUrl={publicUrl}
                hasSessions={hasSessions}
              />
            ))}
          </section>
        ))}
      </div>
    </DocsPage>
  );
}
