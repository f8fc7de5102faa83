import { RepeatedRequest } from "@tools-api/core/internal";
import { rotateKey } from "./routes.ts";
import { formFaults } from "../../ui/form.tsx";
import { instant } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import { readPageForm } from "../../ui/page-form.ts";
import { respondIssuedKey } from "./issued-key.tsx";
import { numberFrom } from "./key-fields.tsx";
import { respondKey } from "./key-page.tsx";
import type { KeyRecord } from "./key-records.ts";

function previousSecretSentence({ previousEndsAt: end }: KeyRecord): string {
  return end === null
    ? "The server now rejects the previous secret."
    : `The previous secret works until ${instant(end)}.`;
}

/** `POST /keys/:id/rotate`: responds with the page that shows the new secret. */
export async function submitRotation(call: PageCall): Promise<Response> {
  const { c, id, base, ask } = call;
  const { grace_seconds: grace = "", key: formKey } = await readPageForm(c);
  try {
    // An absent grace period would end the current secret immediately.
    const body = { grace_seconds: numberFrom(grace) ?? grace };
    const { key: secret = "", ...apiKey } = await ask(rotateKey, { id, body, formKey });
    const sentence = previousSecretSentence(apiKey);
    return await respondIssuedKey(call, { title: "Your new secret", apiKey, secret, sentence });
  } catch (error) {
    if (error instanceof RepeatedRequest)
      return c.redirect(`${base}/keys/${String(error.answer)}?notice=rotated-before`, 303);
    return respondKey(call, { faults: formFaults(error), error });
  }
}
