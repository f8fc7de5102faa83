import type { Child } from "hono/jsx";
import type { ApiDocument, Operation } from "./api-document.ts";
import { SideLinks } from "./docs-page.tsx";
import { Path } from "../account/pages/inline-text.tsx";

/** A group of operations, with the anchor of its heading. */
export interface Group {
  id: string;
  name: string;
  description: string;
  operations: readonly Operation[];
}

/** Returns the operations of a document by group. */
export function operationGroups({ tags, operations }: ApiDocument): Group[] {
  return tags.map(({ name, description }) => ({
    id: name.toLowerCase().replaceAll(" ", "-"),
    name,
    description,
    operations: operations.filter((operation) => operation.tags.includes(name)),
  }));
}

const chapters = [
  { id: "introduction", title: "Introduction" },
  { id: "authentication", title: "Authentication" },
  { id: "headers", title: "Response headers" },
  { id: "errors", title: "Errors" },
];

function Links({ groups }: { groups: readonly Group[] }): Child {
  return (
    <>
      <ul>
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      {groups.map(({ id, name, operations }) => (
        <>
          <p>
            <a href={`#${id}`}>{name}</a>
          </p>
          <ul>
            {operations.map(({ operationId, method, path }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>
                  <span class={`method ${method.toLowerCase()}`}>{method}</span> <Path path={path} />
                </a>
              </li>
            ))}
          </ul>
        </>
      ))}
    </>
  );
}

/** Renders the table of contents. */
export function Contents({ groups }: { groups: readonly Group[] }): Child {
  return <SideLinks label="Contents" summary="Contents" links={<Links groups={groups} />} />;
}
