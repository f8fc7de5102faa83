import { openingPlan } from "@tools-api/core/billing";
import { signUp } from "@tools-api/core/accounts";
import { findMailLink, linkUsed } from "@tools-api/core/internal/identity";
import { invitationWrites } from "@tools-api/core/internal";
import type { AccountServices } from "../../session/services.ts";
import type { ApiContext } from "../../http/context.ts";
import { invitationToken } from "../../mail/links.ts";
import { requestSource } from "../../session/request-source.ts";
import { rememberDevice } from "../../session/known-device.ts";
import { passwordParts } from "../../session/password-parts.ts";
import { startSession } from "../../session/session.ts";
import { requireSignUp } from "./sign-up-rules.ts";
import { type Faults, FormFault } from "../../ui/form.tsx";
import { Page } from "../../ui/layout.tsx";
import { goOn, ownPath } from "../../ui/next-page.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import type { PageRoute } from "../call/page-route.ts";
import { rejectForm, respondPage } from "../../ui/respond-page.ts";
import { NewOwnerFields, signUpFaults } from "./sign-up.tsx";
import { dropSignUpRequest, readSignUpRequest } from "./sign-up-request.ts";

interface ConfirmProps {
  base: string;
  token: string;
  email: string;
  name?: string;
  faults?: Faults;
}

function ConfirmSignUp({ base, token, email, name, faults = {} }: ConfirmProps) {
  return (
    <Page title="Create account" base={base} scripts={["single-submit.js"]} narrow>
      <div class="card">
        <h1>Create your account</h1>
        <p>
          Your address is <strong>{email}</strong>.
        </p>
        <FormFault faults={faults} />
        <form method="post" action={`${base}/sign-up/confirm`}>
          <input type="hidden" name="token" value={token} />
          {/* Tells password managers the account of the password. */}
          <input type="text" name="email" value={email} autocomplete="username" readonly hidden />
          <NewOwnerFields name={name} faults={faults} />
          <button class="wide">Create account</button>
        </form>
      </div>
    </Page>
  );
}

async function requireLink({ documents, clock }: AccountServices, token: string) {
  const link = await findMailLink(documents, token, "sign-up", clock.now());
  if (!link) throw linkUsed();
  return link;
}

/** `GET /sign-up/confirm`: asks for the password. Mail scanners and link previews open every link, so it changes nothing. */
async function show(c: ApiContext, services: AccountServices): Promise<Response> {
  const token = c.req.query("token") ?? "";
  const { email } = (await requireLink(services, token)).value;
  return respondPage(c, ConfirmSignUp({ base: services.basePath, token, email }), { runsScripts: true });
}

/** `POST /sign-up/confirm`: opens the account with the password of its owner, and signs in. */
async function submit(c: ApiContext, services: AccountServices): Promise<Response> {
  const { token = "", name = "", password = "" } = await readPageForm(c);
  const link = await requireLink(services, token);
  const { email, invitation: bound } = link.value;
  const kept = readSignUpRequest(c, services);
  const invitation = bound === undefined ? kept.invitation : await invitationToken(services, bound);
  try {
    const now = services.clock.now();
    const found = await requireSignUp(services, { email, invitation });
    const { account, passwordHash } = await signUp(
      passwordParts(c, services),
      { email, name: name.trim(), password },
      now,
      {
        proof: link,
        by: requestSource(c, services),
        opens: openingPlan(services.plans, found?.value.plan),
        otherWrites: ({ id }) => (found ? invitationWrites(found, id, now) : []),
      },
    );
    await startSession(c, services, account, { passwordHash, isFirst: true });
    await rememberDevice(c, services, account.email);
    dropSignUpRequest(c, services);
    return await goOn(c, services, ownPath(kept.next, services));
  } catch (error) {
    const page = ConfirmSignUp({ base: services.basePath, token, email, name, faults: signUpFaults(error) });
    return respondPage(c, page, { status: rejectForm(c, error), runsScripts: true });
  }
}

/** The page of the link that a sign-up sends. */
export const confirmSignUpPage: PageRoute = { path: "/sign-up/confirm", get: show, post: submit };
