import type { AccountServices } from "../../account-context.ts";
import { Page } from "../../pages/layout.tsx";
import { Copyable } from "../../pages/parts.tsx";
import type { SignedIn } from "../../sessions/session.ts";
import { sampleCall } from "../../sample-call.ts";
import type { KeyRecord } from "./key-records.ts";

interface IssuedKeyProps {
  services: AccountServices;
  signedIn: SignedIn;
  title: string;
  /** The key without its secret. */
  apiKey: KeyRecord;
  secret: string;
  /** An additional sentence about the key. */
  sentence?: string;
}

/**
 * Renders the only page that shows a secret, with a call that works when it is pasted. The response must allow scripts.
 */
export function IssuedKey({ services, signedIn, title, apiKey, secret, sentence }: IssuedKeyProps) {
  const { basePath: base, publicUrl } = services;
  const call = sampleCall(publicUrl, secret, apiKey.scopes);
  return (
    <Page title={title} base={base} signedInAs={signedIn.account} section="keys" scripts={["copy-button.js"]}>
      <h1>{title}</h1>
      <section class="card">
        <h2>Keep it now</h2>
        <p>
          This is the only time that the key “{apiKey.name}” is shown. Put it where your program finds it, and
          nowhere that others can read.
        </p>
        {sentence && <p>{sentence}</p>}
        <Copyable id="key" text={secret} label="key" />
      </section>
      {call && (
        <section class="card">
          <h2>Call the API with it</h2>
          <p>Paste this line into a terminal:</p>
          <Copyable id="call" text={call} label="curl line" />
          <p class="muted">
            The line holds the key. What you call is counted at once on the <a href={`${base}/`}>overview</a>.
          </p>
        </section>
      )}
      <p class="actions">
        <a class="button quiet" href={`${base}/keys`}>
          I have kept it
        </a>
        <a href={`${base}/docs`}>API reference</a>
      </p>
    </Page>
  );
}
