import { ToolsError } from "@tools-api/core";
import { withTimeout } from "@tools-api/core/internal/time";
import type { Mailer } from "@tools-api/core/outbox";
import type { ServedBrand } from "../http/brand.ts";
import { inView } from "../ui/view.ts";
import { renderMail } from "./layout.tsx";

// Above the time limits of the connection to the mail server, whose errors say more.
const limitMs = 45_000;

/**
 * Sends a test mail immediately, past the outbox.
 *
 * @throws ToolsError `conflict` with the answer of the mail server if it does not accept the mail.
 */
export async function sendTestMail(
  mailer: Mailer,
  { to, brand, now }: { to: string; brand: ServedBrand; now: number },
): Promise<void> {
  const content = inView({ brand, theme: "system", now }, () =>
    renderMail({
      subject: `Test mail of ${brand.name}`,
      paragraphs: ["This server sends mail. An operator has sent this test."],
    }),
  );
  const aborting = new AbortController();
  const late = () => new Error(`The mail server did not answer within ${limitMs / 1000} seconds.`);
  const sent = mailer.send(
    { to, ...content, id: `test_${crypto.randomUUID()}` },
    { signal: aborting.signal },
  );
  await withTimeout(limitMs, sent, late).catch((cause: unknown) => {
    aborting.abort();
    const answer = cause instanceof Error ? cause.message : String(cause);
    throw new ToolsError("conflict", `The mail server did not accept the test mail: ${answer}`, { cause });
  });
}
