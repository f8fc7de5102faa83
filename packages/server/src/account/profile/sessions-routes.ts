import {
  endSession as endStoredSession,
  endSessions,
  listSessions as listStoredSessions,
  type Session,
} from "@tools-api/core/accounts";
import { pageExample, PageQuery, pageRecord, positionedQuery, readPage } from "../call/page.ts";
import { sessionExample, SessionRecord } from "../call/records.ts";
import { type ManagementRoute, managementRoute, notFound } from "../call/route.ts";

/**
 * Returns the record of a session.
 *
 * @param current The session that makes the call; `null` if a bearer credential does.
 */
export function sessionRecord(session: Session, current: Session | null): SessionRecord {
  return {
    id: session.id,
    method: session.method,
    userAgent: session.userAgent,
    createdAt: session.createdAt,
    lastSeenAt: session.lastSeenAt,
    expiresAt: session.expiresAt,
    current: session.id === current?.id,
  };
}

export const listSessions = managementRoute({
  method: "GET",
  path: "/account/sessions",
  operationId: "list-sessions",
  summary: "List the sessions of the owner.",
  description:
    "A session is a browser in which the owner is signed in. It ends after 14 days without use, and after 90 days at most.",
  query: positionedQuery(PageQuery, "session"),
  status: 200,
  answer: pageRecord(SessionRecord),
  example: pageExample({ ...sessionExample, current: true }),
  async handle({ services, caller, query }) {
    const { items, next } = await readPage(query, (page) =>
      listStoredSessions(services.documents, caller.account.id, page),
    );
    return { items: items.map((session) => sessionRecord(session, caller.session)), next };
  },
});

export const endOtherSessions = managementRoute({
  method: "DELETE",
  path: "/account/sessions",
  operationId: "end-other-sessions",
  summary: "End all other sessions.",
  description:
    "Ends every session except the one that makes the call. A bearer credential ends all sessions.",
  status: 204,
  example: null,
  async handle({ services, caller, now }) {
    await endSessions(services.documents, caller.account.id, {
      kept: caller.session?.id,
      by: services.by,
      at: now,
    });
  },
});

export const endSession = managementRoute({
  method: "DELETE",
  path: "/account/sessions/{id}",
  operationId: "end-session",
  summary: "End one session.",
  description:
    "The browser of the session is signed out with its next request. Its session tokens become invalid.",
  errors: ["not_found"],
  status: 204,
  example: { parameters: { id: sessionExample.id } },
  async handle({ services, caller, id, now }) {
    const isEnded = await endStoredSession(
      services.documents,
      { account: caller.account.id, id },
      { by: services.by, at: now },
    );
    if (!isEnded) throw notFound("session", id);
  },
});

/** The management calls under `/account/sessions`. */
export const sessionRoutes: readonly ManagementRoute[] = [listSessions, endOtherSessions, endSession];
