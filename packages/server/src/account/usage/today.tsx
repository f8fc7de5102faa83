import type { UsageReport } from "@tools-api/core";
import { number, Relative } from "../../ui/format.tsx";

/** Renders the remaining calls of the day. */
export function TodayCard({ base, quota }: { base: string; quota: UsageReport["quota"] }) {
  const { limit, used, remaining, resetsAt } = quota;
  return (
    <section class="card">
      <h2>Today’s allowance</h2>
      <p>
        <b>{number(used)}</b> of {number(limit)} calls used, {number(remaining)} left. It resets{" "}
        <Relative at={resetsAt} />.
      </p>
      <p>
        <progress max={limit} value={used} aria-label="Calls used today">
          {`${number(used)} of ${number(limit)}`}
        </progress>
      </p>
      {remaining === 0 && <UsedUp base={base} resetsAt={resetsAt} />}
    </section>
  );
}

/** Renders the notice of an exhausted allowance. */
export function UsedUp({ base, resetsAt }: { base: string; resetsAt: number }) {
  return (
    <p class="notice warn">
      You used all calls of today. The server rejects calls until the allowance resets{" "}
      <Relative at={resetsAt} />. <a href={`${base}/plan`}>Upgrade your plan</a> to continue immediately.
    </p>
  );
}
