import { relativeTime } from "./relative-time.ts";

const refreshMs = 30_000;

/** Updates the distances of times from now, which the server has rendered. */
function refreshTimes(): void {
  const now = Date.now();
  for (const time of document.querySelectorAll<HTMLTimeElement>("time.relative")) {
    const words = relativeTime(Date.parse(time.dateTime), now);
    if (time.textContent !== words) time.textContent = words;
  }
}

/** Tells the server the time zone of this browser, for the times of the next pages. */
async function sendTimeZone({ base = "", zone }: DOMStringMap): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (zone === timeZone) return;
  const body = new URLSearchParams({ time_zone: timeZone });
  // A failure leaves the times in UTC, which they name.
  await fetch(`${base}/preferences`, { method: "POST", body }).catch(() => {});
}

setInterval(refreshTimes, refreshMs);
void sendTimeZone(document.documentElement.dataset);
