import { RepeatedRequest } from "@tools-api/core/internal";
import { rotateKey } from "../../management/keys.ts";
import { faultsOf } from "../../pages/form.tsx";
import { instant } from "../../pages/format.tsx";
import type { PageCall } from "../../pages/page-call.ts";
import { formOf } from "../../pages/page-form.ts";
import { respondPage, statusOf } from "../../pages/respond-page.ts";
import { IssuedKey } from "./issued-key.tsx";
import { numberFrom } from "./key-fields.tsx";
import { keyPage } from "./key-page.tsx";
import { idOf, type KeyRecord } from "./key-records.ts";

function endOfPresent({ previous_ends_at: end }: KeyRecord): string {
  return end === null
    ? "The server now rejects the previous secret."
    : `The previous secret works until ${instant(end)}.`;
}

/**
 * `POST /keys/:id/rotate`: responds with the page that shows the secret. A redirect would put the secret into a URL.
 */
export async function submitRotation(call: PageCall): Promise<Response> {
  const { c, services, signedIn, base, ask } = call;
  const id = idOf(call);
  const { grace_seconds: grace = "", key: formKey } = await formOf(c);
  try {
    const body = { grace_seconds: numberFrom(grace) };
    const { key, ...apiKey } = await ask(rotateKey, { id, body, formKey });
    const page = IssuedKey({
      services,
      signedIn,
      title: "Your new secret",
      apiKey,
      secret: key,
      sentence: endOfPresent(apiKey),
    });
    return await respondPage(c, page, { runsScripts: true });
  } catch (error) {
    if (error instanceof RepeatedRequest)
      return c.redirect(`${base}/keys/${String(error.answer)}?notice=rotated-before`, 303);
    const page = await keyPage(call, id, { faults: faultsOf(error) });
    return respondPage(c, page, { status: statusOf(c, error), runsScripts: true });
  }
}
