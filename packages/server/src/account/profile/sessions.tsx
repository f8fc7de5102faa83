import { browserName } from "../../ui/browser-name.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions-routes.ts";
import type { SessionRecord } from "../call/records.ts";
import { instant, Relative } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { OlderAndNewest } from "../../ui/parts.tsx";
import { maxSessions } from "../../session/session.ts";

const shownSessions = 10;

const beginnings: Readonly<Record<SessionRecord["method"], string>> = {
  password: "with a password",
  link: "with a sign-in link",
  passkey: "with a passkey",
  identity_provider: "through your identity provider",
};

/** Returns the active sessions: this browser's first, then by the time they were last seen. */
export async function currentSessions({ ask, services }: PageCall): Promise<SessionRecord[]> {
  const { items } = await ask(listSessions, { query: { limit: maxSessions } });
  const now = services.clock.now();
  return items
    .filter(({ expiresAt }) => expiresAt > now)
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt);
}

function SessionRow({ base, session }: { base: string; session: SessionRecord }) {
  const name = browserName(session.userAgent);
  return (
    <li>
      <div>
        <div>
          <span title={name === session.userAgent ? undefined : session.userAgent}>{name}</span>
          {session.current && (
            <>
              {" "}
              <span class="badge good">This browser</span>
            </>
          )}
        </div>
        <div class="muted small">
          Signed in {beginnings[session.method]} <Relative at={session.createdAt} />, last seen{" "}
          <Relative at={session.lastSeenAt} />
        </div>
      </div>
      {!session.current && (
        <form method="post" action={`${base}/profile/sessions/end`}>
          <input type="hidden" name="session" value={session.id} />
          <button class="quiet small" aria-label={`End ${name}, since ${instant(session.createdAt)}`}>
            End
          </button>
        </form>
      )}
    </li>
  );
}

function SessionRows({ base, sessions }: { base: string; sessions: readonly SessionRecord[] }) {
  return (
    <ul class="rows">
      {sessions.map((session) => (
        <SessionRow key={session.id} base={base} session={session} />
      ))}
    </ul>
  );
}

/** Returns the number of sessions before the page, from the query. */
function sessionsBefore(query: string | undefined): number {
  return /^\d{1,2}$/.test(query ?? "") ? Number(query) : 0;
}

interface SessionsProps {
  base: string;
  sessions: readonly SessionRecord[];
  /** The number of sessions before the page, as in the query. */
  from: string | undefined;
}

/** Renders one page of the owner's sessions, with forms that end them. */
export function Sessions({ base, sessions, from }: SessionsProps) {
  const first = sessionsBefore(from);
  const next = first + shownSessions;
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">Your sessions</h2>
      <SessionRows base={base} sessions={sessions.slice(first, next)} />
      <OlderAndNewest
        path={`${base}/profile`}
        name="sessions_from"
        next={next < sessions.length ? String(next) : null}
        after={first > 0 ? from : undefined}
        newest="View the latest"
      />
      {sessions.length > 1 && (
        <form method="post" action={`${base}/profile/sessions/end`}>
          <input type="hidden" name="session" value="others" />
          <button class="quiet">End all other sessions</button>
        </form>
      )}
      <p class="muted small">After you end a session, that browser must sign in again.</p>
    </section>
  );
}

/** `POST /profile/sessions/end`: ends one session by id, or all except this one. */
export async function endSessions({ c, base, ask }: PageCall): Promise<Response> {
  const { session = "" } = await readPageForm(c);
  const isAll = session === "others";
  await (isAll ? ask(endOtherSessions) : ask(endSession, { id: session }));
  return c.redirect(`${base}/profile?notice=${isAll ? "sessions" : "session"}`, 303);
}
