import type { ToolsError } from "@tools-api/core";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import { asToolsError, problemKinds } from "../problem.ts";
import { Page } from "./layout.tsx";
import { respondPage, statusOf } from "./respond-page.ts";

function Problem({ error, base }: { error: ToolsError; base: string }) {
  return (
    <Page title={problemKinds[error.code].title} base={base} narrow>
      <div class="card">
        <h1>{problemKinds[error.code].title}</h1>
        <p>{error.message}</p>
        <p>
          <a href={`${base}/`}>Go to the start</a>
        </p>
      </div>
    </Page>
  );
}

/** Answers with an error of the catalogue as a page. */
export function respondProblemPage(
  c: ApiContext,
  thrown: unknown,
  services: Pick<AccountServices, "basePath">,
): Promise<Response> {
  const error = asToolsError(thrown);
  return respondPage(c, Problem({ error, base: services.basePath }), { status: statusOf(c, error) });
}
