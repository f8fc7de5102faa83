import type { ToolsError } from "@tools-api/core";
import type { Site } from "../http/site.ts";
import type { ApiContext } from "../http/context.ts";
import { asToolsError, boundedText, problemKinds } from "../http/problem.ts";
import { Page, type PageOwner } from "./layout.tsx";
import { respondPage, rejectForm } from "./respond-page.ts";

// The page itself has about 3 kB, and an error response has at most 16 kB.
const maxMessageBytes = 2000;

interface ProblemProps {
  error: ToolsError;
  base: string;
  signedInAs?: PageOwner | undefined;
}

function Problem({ error, base, signedInAs }: ProblemProps) {
  return (
    <Page title={problemKinds[error.code].title} base={base} signedInAs={signedInAs} narrow>
      <div class="card">
        <h1>{problemKinds[error.code].title}</h1>
        <p>{boundedText(error.message, maxMessageBytes)}</p>
        <p>
          <a href={`${base}/`}>Go to the home page</a>
        </p>
      </div>
    </Page>
  );
}

/**
 * Responds with a page that shows an error of the catalog.
 *
 * @param signedInAs The signed-in account; the page then keeps the links to other pages.
 */
export function respondProblemPage(
  c: ApiContext,
  thrown: unknown,
  services: Pick<Site, "basePath">,
  signedInAs?: PageOwner,
): Promise<Response> {
  const error = asToolsError(thrown);
  return respondPage(c, Problem({ error, base: services.basePath, signedInAs }), {
    status: rejectForm(c, error),
  });
}
