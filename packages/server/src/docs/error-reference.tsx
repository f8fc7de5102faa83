import { type ErrorCode, errorCodes } from "@tools-api/core";
import type { Child } from "hono/jsx";
import { problemKinds } from "../http/problem.ts";
import { errorsOfTool } from "../openapi/problems.ts";
import { CodeSample, prettyJson } from "./code-sample.tsx";
import type { DocsEntry, DocsProps, DocsServices } from "./docs-page.tsx";
import { type ErrorGuide, errorGuides } from "./error-guides.ts";
import { InlineText } from "../ui/inline-text.tsx";
import { problemExample } from "./problem-example.ts";

/** Returns the codes that the served APIs can return, by status. */
function servedCodes({ served, tools }: DocsServices): ErrorCode[] {
  const ofTools = new Set(tools.flatMap(({ tool }) => errorsOfTool(tool)));
  // Every key of the catalog is a code.
  return (Object.keys(errorCodes) as ErrorCode[])
    .filter((code) => served.includes("management") || !errorGuides[code].isManagement)
    .filter((code) => ofTools.has(code) || !errorGuides[code].isOfTools)
    .toSorted((one, other) => problemKinds[one].status - problemKinds[other].status);
}

function countWords({ counts, isManagement }: ErrorGuide): string {
  if (isManagement) return "No. Only calls that never count return it.";
  return counts ? "Yes, under /v1." : "No.";
}

function ErrorSection({ code, services }: { code: ErrorCode; services: DocsServices }): Child {
  const tools = services.tools.map(({ tool }) => tool);
  const guide = errorGuides[code];
  const { status, title, type } = problemKinds[code];
  return (
    <section class="card" id={code} aria-labelledby={`${code}-title`}>
      <h2 id={`${code}-title`}>
        <span class="badge bad">{status}</span> <code>{code}</code>
      </h2>
      <div class="sides">
        <div>
          <p>{errorCodes[code]}</p>
          <dl>
            <dt>Title</dt>
            <dd>{title}</dd>
            <dt>What to do</dt>
            <dd>
              <InlineText text={guide.remedy} />
            </dd>
            <dt>Does it count?</dt>
            <dd>{countWords(guide)}</dd>
            <dt>Retry-After</dt>
            <dd>{guide.retryAfter ? "The seconds after which a retry can succeed." : "None."}</dd>
            {type !== undefined && (
              <>
                <dt>Type</dt>
                <dd>
                  Registered with IANA: <a href={type}>{type}</a>
                </dd>
              </>
            )}
          </dl>
        </div>
        <CodeSample
          id={`problem-${code}`}
          label={`Response ${status}`}
          language="json"
          text={prettyJson(problemExample(code, { publicUrl: services.publicUrl, tools }))}
        />
      </div>
    </section>
  );
}

function errorMarkdown(code: ErrorCode): string {
  const { status, title } = problemKinds[code];
  const guide = errorGuides[code];
  return [
    `## ${code}`,
    "",
    `${status} ${title}. ${errorCodes[code]}`,
    "",
    `- To do: ${guide.remedy}`,
    `- Counts: ${countWords(guide)}`,
    "",
  ].join("\n");
}

const introduction =
  "The `type` of an error links to its section. Branch on `code`, which stays the same across releases.";

/** Returns the page with every error. The `type` of a problem links to its section. */
export function errorsEntry({ services }: DocsProps): DocsEntry {
  const codes = servedCodes(services);
  return {
    path: "/docs/errors",
    title: "Errors",
    chapter: "Reference",
    summary: "Every error code, with its status, its cause and its remedy.",
    scripts: ["copy-button.js", "docs-contents.js"],
    sections: codes.map((code) => ({
      id: code,
      title: code,
      text: `${problemKinds[code].status} ${problemKinds[code].title}. ${errorCodes[code]} ${errorGuides[code].remedy}`,
    })),
    body: () => (
      <>
        <h1>Errors</h1>
        <p>
          <InlineText text={introduction} />
        </p>
        {codes.map((code) => (
          <ErrorSection key={code} code={code} services={services} />
        ))}
      </>
    ),
    markdown: () => ["# Errors", "", introduction, "", ...codes.map(errorMarkdown)].join("\n"),
  };
}
