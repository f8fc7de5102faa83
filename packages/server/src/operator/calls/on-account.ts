import { ToolsError } from "@tools-api/core";
import { getAccount, operatorScope } from "@tools-api/core/accounts";
import { minuteMs } from "@tools-api/core/internal/time";
import type { Actor } from "@tools-api/core/audit";
import type { z } from "zod";
import type { ApiContext } from "../../http/context.ts";
import { exampleOn, type RouteExample } from "../../http/operation-example.ts";
import type { AccountServices } from "../../session/services.ts";
import { accountExample } from "../../account/call/account-record.ts";
import { type Caller, resolveCaller } from "../../account/call/caller.ts";
import {
  managementRoute,
  type ManagementRoute,
  type ManagementText,
  notFound,
  type ResolveCaller,
} from "../../account/call/route.ts";

/** Returns whether a caller is an active operator, in a browser or with an API key. */
function isOperator({ account, credential }: Pick<Caller, "account" | "credential">): boolean {
  // A client or a token of another issuer acts for a user, who cannot pass on the role.
  const isOwn = credential === null || credential.method === "api_key";
  return account.role === "operator" && account.status === "active" && isOwn;
}

/**
 * Returns a caller who is an operator.
 *
 * @throws ToolsError `insufficient_scope` for every other caller.
 */
export function requireOperator(caller: Caller): Caller {
  if (isOperator(caller)) return caller;
  throw new ToolsError(
    "insufficient_scope",
    "Only an operator can make this call, with a session or an API key that has the scope operator.",
  );
}

/** Returns an operator as the caller on an account. */
function operatorOn(account: Caller["account"], operator: Caller): Caller {
  const { session, credential } = operator;
  const actor: Actor = {
    kind: "operator",
    account: operator.account.id,
    credential: session?.id ?? credential?.id,
  };
  const signedInAt = session?.createdAt ?? null;
  return { account, session: null, credential: null, operator: actor, signedInAt };
}

/** Returns an operator as the actor of calls that concern no other account. */
export function asOperator(caller: Caller): Caller {
  return operatorOn(caller.account, caller);
}

const recentMs = 10 * minuteMs;

/** Returns whether an operator signed in at most 10 minutes ago, or calls with a key. */
export function hasRecentSignIn(caller: Caller, now: number): boolean {
  const signedInAt = caller.operator === undefined ? caller.session?.createdAt : caller.signedInAt;
  return now - (signedInAt ?? now) <= recentMs;
}

/**
 * Requires that an operator in a browser signed in at most 10 minutes ago. Attack: an unattended browser or a stolen
 * cookie must not give away rights, money or accounts. The scope of a key was chosen for such calls.
 *
 * @throws ToolsError `conflict`.
 */
export function requireRecentSignIn(caller: Caller, now: number): void {
  if (hasRecentSignIn(caller, now)) return;
  throw new ToolsError(
    "conflict",
    "You signed in more than 10 minutes ago. Sign in again, then make this change again.",
  );
}

/**
 * Returns the operator who makes a request. Always reads the stores, so a change of the role takes effect immediately.
 *
 * @throws ToolsError `insufficient_scope` for every other caller, and the errors of {@link resolveCaller}.
 */
async function resolveOperator(c: ApiContext, services: AccountServices): Promise<Caller> {
  return requireOperator(await resolveCaller(c, services, operatorScope));
}

/**
 * Returns an operator as a caller on another account.
 *
 * @throws ToolsError `not_found` if there is no such account.
 */
export async function callerOnAccount(
  { documents }: Pick<AccountServices, "documents">,
  operator: Caller,
  id: string,
): Promise<Caller> {
  const found = await getAccount(documents, id);
  if (!found) throw notFound("account", id);
  return operatorOn(found.value, operator);
}

const resolveOnAccount: ResolveCaller = async (c, services) =>
  callerOnAccount(services, await resolveOperator(c, services), c.req.param("account") ?? "");

/** Returns the example of a call on an account from that of the owner. */
function exampleOnAccount(example: RouteExample): RouteExample {
  return (source) => {
    const { parameters, ...bodies } = exampleOn(source, example);
    return { ...bodies, parameters: { account: accountExample.id, ...parameters } };
  };
}

function forOperators<Answer extends z.ZodType>(route: ManagementRoute<Answer>): ManagementRoute<Answer> {
  const isOnAccount = route.path.includes("{account}");
  const resolve: ResolveCaller = isOnAccount
    ? resolveOnAccount
    : async (c, services) => asOperator(await resolveOperator(c, services));
  return {
    ...route,
    scope: operatorScope,
    example: isOnAccount ? exampleOnAccount(route.example) : route.example,
    run: (c, services) => route.runAs(c, services, resolve),
  };
}

/** Creates a call for operators. With `{account}` in its path, `caller.account` is that account. */
export const operatorRoute: typeof managementRoute = (text) => forOperators(managementRoute(text));

/** The path of an account. */
export const accountRoot = "/operator/accounts/{account}";

/** Creates an operator's call on an account from the call of the owner, whose path and id it extends. */
export function onAccount<Answer extends z.ZodType>(
  route: ManagementRoute<Answer>,
  summary: string,
  text: Partial<ManagementText> = {},
): ManagementRoute<Answer> {
  return forOperators({
    ...route,
    path: route.path.replace("/account", accountRoot),
    operationId: `operator-${route.operationId}`,
    summary,
    errors: [...new Set([...(route.errors ?? []), "not_found" as const])],
    ...text,
  });
}
