import type { FileRecord } from "@tools-api/core/files";
import { getFileTotals, maxFiles } from "@tools-api/core/files";
import type { Camelized } from "@tools-api/core/internal/schema";
import type { z } from "zod";
import { count, number, Relative, size } from "../../ui/format.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { OlderAndNewest, Outcome, pageQuery } from "../../ui/parts.tsx";
import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { type PageRoute, signedIn } from "../call/page-route.ts";
import { eraseStoredFile, listStoredFiles } from "./routes.ts";

type File = Camelized<z.output<typeof FileRecord>>;

const outcomes = new Map([["erased", "You erased the file. Its handle is refused from the next call."]]);

function FileRow({ base, file }: { base: string; file: File }) {
  const name = file.name ?? file.id;
  return (
    <li>
      <div>
        <div class="long" dir="auto">
          {name}
        </div>
        <p class="muted small">
          {file.name !== null && (
            <>
              <code>{file.id}</code> ·{" "}
            </>
          )}
          {size(file.bytes)} · {file.mediaType} · stored <Relative at={file.createdAt} /> · erased{" "}
          <Relative at={file.expiresAt} />
        </p>
      </div>
      <form method="post" action={`${base}/files`}>
        <input type="hidden" name="file" value={file.id} />
        <button class="quiet small" aria-label={`Erase ${name}`}>
          Erase
        </button>
      </form>
    </li>
  );
}

/** `GET /files`: shows the stored files of the account, and when they go. */
async function showFiles(page: PageCall): Promise<Response> {
  const { c, base, services, signedIn: owner, ask } = page;
  const { files, plans } = services;
  const frame = { title: "Files", section: "files" } as const;
  if (!files)
    return respondDashboard(
      page,
      frame,
      <>
        <h1>Files</h1>
        <p class="card empty">This server stores no files.</p>
      </>,
    );
  const after = c.req.query("after");
  const { items, next } = await ask(listStoredFiles, { query: pageQuery(after) });
  const stored = await getFileTotals(files.documents, owner.account.id);
  return respondDashboard(
    page,
    frame,
    <>
      <h1>Files</h1>
      <Outcome name={c.req.query("notice")} sentences={outcomes} />
      <p class="muted">
        {`${count(stored.files, "file")} of ${number(maxFiles)}, ${size(stored.bytes)} of ${size(files.accountBytes(owner.account, plans))}. `}
        Files are encrypted, and erased at the end of their time.
      </p>
      <section class="card">
        {items.length === 0 ? (
          <p class="empty">
            {after === undefined ? (
              <>
                You have no stored files. <a href={`${base}/docs/guides/files`}>Upload a file</a> once to use
                it in many calls by its handle.
              </>
            ) : (
              "There are no further files."
            )}
          </p>
        ) : (
          <ul class="rows">
            {items.map((file) => (
              <FileRow key={file.id} base={base} file={file} />
            ))}
          </ul>
        )}
        <OlderAndNewest path={`${base}/files`} next={next} after={after} />
      </section>
    </>,
  );
}

/** `POST /files`: erases a file. */
async function eraseFile({ c, base, ask }: PageCall): Promise<Response> {
  const { file = "" } = await readPageForm(c);
  await ask(eraseStoredFile, { id: file });
  return c.redirect(`${base}/files?notice=erased`, 303);
}

export const filePageRoutes: readonly PageRoute[] = [
  { path: "/files", get: signedIn(showFiles), post: signedIn(eraseFile) },
];
