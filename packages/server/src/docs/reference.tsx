import type { Services } from "../context.ts";
import { Page } from "../pages/layout.tsx";
import { apiDocument } from "./api-document.ts";
import { Contents, groupsOf } from "./contents.tsx";
import { Introduction } from "./introduction.tsx";
import { OperationSection } from "./operation-section.tsx";

/** What the pages of the reference are made from. */
export type DocsServices = Pick<Services, "publicUrl" | "served" | "metrics">;

/** What both pages of the reference need. */
export interface DocsProps {
  services: DocsServices;
  /** The path of the public URL, before every link. */
  base: string;
}

/** The reference of all that is served, made from the OpenAPI document. */
export function Reference({ services, base }: DocsProps) {
  const { publicUrl, served } = services;
  const document = apiDocument(services);
  const groups = groupsOf(document);
  const hasSessions = served.includes("management");
  return (
    <Page
      title="API reference"
      base={base}
      section={hasSessions ? "docs" : undefined}
      styles={["docs.css"]}
      scripts={["copy-button.js", "try-it.js"]}
    >
      <div class="docs">
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
      </div>
    </Page>
  );
}
