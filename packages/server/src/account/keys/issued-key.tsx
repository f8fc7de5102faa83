import { type PageCall, respondDashboard } from "../call/page-call.tsx";
import { Copyable } from "../../ui/parts.tsx";
import { sampleCall } from "../../ui/sample-call.ts";
import type { KeyRecord } from "./key-records.ts";

interface IssuedKey {
  title: string;
  /** The key without its secret. */
  apiKey: KeyRecord;
  secret: string;
  /** An additional sentence about the key. */
  sentence?: string;
}

/**
 * Responds with the only page that shows a secret, with a call that works when it is pasted. A redirect would put the
 * secret into a URL.
 */
export function respondIssuedKey(
  page: PageCall,
  { title, apiKey, secret, sentence }: IssuedKey,
): Promise<Response> {
  const { base, services } = page;
  const { publicUrl: url, tools } = services;
  const call = sampleCall({ url, tools }, secret, apiKey.scopes);
  return respondDashboard(
    page,
    { title, section: "keys", scripts: ["copy-button.js"] },
    <>
      <h1>{title}</h1>
      <section class="card">
        <h2>Save the key now</h2>
        <p>This page shows the key “{apiKey.name}” only once. Save it where only your program can read it.</p>
        {sentence && <p>{sentence}</p>}
        <Copyable id="key" text={secret} label="key" />
      </section>
      {call && (
        <section class="card">
          <h2>Call the API</h2>
          <p>Paste this command into a terminal:</p>
          <Copyable id="call" text={call} label="curl command" />
          <p class="muted">
            The command contains the key. The call appears on the <a href={`${base}/`}>overview</a>{" "}
            immediately.
          </p>
        </section>
      )}
      <p class="actions">
        <a class="button quiet" href={`${base}/keys`}>
          I saved the key
        </a>
        <a href={`${base}/docs`}>API reference</a>
      </p>
    </>,
  );
}
