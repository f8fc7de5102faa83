import { number, Relative } from "../../ui/format.tsx";
import type { PageCall } from "../call/page-call.tsx";
import type { KeyRecord } from "../keys/key-records.ts";
import { FirstKeyForm } from "../keys/new-key.tsx";

/** Renders the first step for an account without a working key. */
export function FirstKeyCard({ call, isFirst }: { call: PageCall; isFirst: boolean }) {
  return (
    <section class="card">
      <h2>{isFirst ? "Make your first call" : "You have no active key"}</h2>
      <p>Your program needs a key to call the API. You see it once, with a command for your first call.</p>
      <FirstKeyForm call={call} isFirst={isFirst} />
    </section>
  );
}

const keysShown = 5;

function lastUse({ lastUsedAt: at }: KeyRecord): number {
  return at ?? 0;
}

/** Renders the most recently used keys. */
export function KeyCard({ base, keys }: { base: string; keys: readonly KeyRecord[] }) {
  const shown = keys.toSorted((one, other) => lastUse(other) - lastUse(one)).slice(0, keysShown);
  return (
    <section class="card">
      <h2>API keys</h2>
      <ul class="rows">
        {shown.map(({ id, name, lastUsedAt: at }) => (
          <li key={id}>
            <a href={`${base}/keys/${id}`}>{name}</a>
            <span class="muted">
              {at === null ? (
                "never used"
              ) : (
                <>
                  last used <Relative at={at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={`${base}/keys`}>
          {keys.length > keysShown ? `All ${number(keys.length)} keys` : "Manage keys"}
        </a>
      </p>
    </section>
  );
}
