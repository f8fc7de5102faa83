import {
  endSession as endStoredSession,
  endSessions,
  isIdentifier,
  listSessions,
  planAt,
  type PlanName,
  type Session,
} from "@tools-api/core";
import type { AccountServices } from "../account-context.ts";
import type { ApiContext } from "../context.ts";
import type { SignedIn } from "../sessions/session.ts";
import { Page } from "./layout.tsx";
import { formOf } from "./page-form.ts";
import { respondPage } from "./respond-page.ts";

const shownSessions = 100;

const notices: Readonly<Record<string, string>> = {
  password: "The password is set, and all other sessions have ended.",
  session: "The session has ended.",
  sessions: "All other sessions have ended.",
};

interface OverviewProps {
  base: string;
  signedIn: SignedIn;
  plan: PlanName;
  sessions: readonly Session[];
  notice: string | undefined;
}

function instant(text: string): string {
  return `${text.slice(0, 16).replace("T", " ")} UTC`;
}

function SessionRow({ base, session, isThis }: { base: string; session: Session; isThis: boolean }) {
  return (
    <li>
      <div>
        <div>{session.userAgent === "" ? "An unnamed browser" : session.userAgent}</div>
        <div class="muted">
          {isThis ? "This browser, since " : "Since "}
          <time datetime={session.createdAt}>{instant(session.createdAt)}</time>, last seen{" "}
          <time datetime={session.lastSeenAt}>{instant(session.lastSeenAt)}</time>
        </div>
      </div>
      {!isThis && (
        <form method="post" action={`${base}/sessions/end`}>
          <input type="hidden" name="session" value={session.id} />
          <button class="quiet small" aria-label={`End the session since ${instant(session.createdAt)}`}>
            End
          </button>
        </form>
      )}
    </li>
  );
}

function Overview({ base, signedIn: { account, session: own }, plan, sessions, notice }: OverviewProps) {
  return (
    <Page title="Your account" base={base} signedInAs={account}>
      {notice && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      <section class="card">
        <h1>{account.name === "" ? "Your account" : account.name}</h1>
        <dl>
          <dt>E-mail address</dt>
          <dd>{account.email}</dd>
          <dt>Plan</dt>
          <dd>{plan}</dd>
          <dt>Account</dt>
          <dd>
            <code>{account.id}</code>
          </dd>
          <dt>Since</dt>
          <dd>{instant(account.createdAt)}</dd>
        </dl>
        <p>
          <a class="button" href={`${base}/password`}>
            Password
          </a>
        </p>
        <p>
          <a href={`${base}/openapi.json`}>The API as an OpenAPI document</a>
        </p>
      </section>
      <section class="card">
        <h2>Where you are signed in</h2>
        <ul class="rows">
          {sessions.map((session) => (
            <SessionRow key={session.id} base={base} session={session} isThis={session.id === own.id} />
          ))}
        </ul>
        {sessions.length > 1 && (
          <form method="post" action={`${base}/sessions/end`}>
            <input type="hidden" name="session" value="others" />
            <button class="quiet">End all other sessions</button>
          </form>
        )}
      </section>
    </Page>
  );
}

/** `GET /` */
export async function overview(
  c: ApiContext,
  services: AccountServices,
  signedIn: SignedIn,
): Promise<Response> {
  const now = services.clock.now();
  const { plan } = planAt(signedIn.account, now);
  const found = await listSessions(services.documents, signedIn.account.id, { limit: shownSessions });
  const sessions = found
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now)
    .toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt));
  const notice = notices[c.req.query("notice") ?? ""];
  return respondPage(c, Overview({ base: services.basePath, signedIn, plan, sessions, notice }));
}

/** `POST /sessions/end`: one session of the account by its id, or all but this one. */
export async function endSessionsOf(
  c: ApiContext,
  services: AccountServices,
  { account, session: own }: SignedIn,
): Promise<Response> {
  const { session = "" } = await formOf(c);
  const isAll = session === "others";
  if (isAll) await endSessions(services.documents, account.id, own.id);
  else if (isIdentifier("sess", session)) await endStoredSession(services.documents, account.id, session);
  return c.redirect(`${services.basePath}/?notice=${isAll ? "sessions" : "session"}`, 303);
}
