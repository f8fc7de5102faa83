import type { PlanState, UpgradeMode } from "@tools-api/core/billing";
import { money, number } from "../../ui/format.tsx";

type Offer = PlanState["plans"][number];

/** Returns whether an offer is an upgrade that the server refuses, because the account is past due. */
function isRefused({ price, dailyLimit }: Offer, { status, plan, plans }: PlanState): boolean {
  const current = plans.find(({ name }) => name === plan);
  const [amount, limit] = [current?.price.amount ?? 0, current?.dailyLimit ?? 0];
  const isUpgrade = price.amount > amount || (price.amount === amount && dailyLimit > limit);
  return status === "past_due" && isUpgrade;
}

function Choice({ offer, state, base }: { offer: Offer; state: PlanState; base: string }) {
  const { name } = offer;
  if (name === state.plan) return <span class="badge good">Your plan</span>;
  if (isRefused(offer, state)) return <span class="muted small">Available when your invoices are paid.</span>;
  return (
    <>
      {name === state.scheduled?.plan && <span class="badge warn">Scheduled</span>}
      <a class="button quiet small" href={`${base}/plan/change?plan=${name}`}>
        Preview change<span class="visually-hidden">{` to the ${name} plan`}</span>
      </a>
    </>
  );
}

const upgradeTerms: Readonly<Record<UpgradeMode, string>> = {
  immediate: "Upgrades start immediately and are prorated to the second.",
  paid: "Upgrades start when you have paid the rest of the billing cycle, to the second.",
  approved: "Upgrades start when an operator approves them. You then pay the rest of the billing cycle.",
};

interface OffersProps {
  state: PlanState;
  base: string;
  upgrades: UpgradeMode;
}

/** Renders the available plans side by side. */
export function Offers({ state, base, upgrades }: OffersProps) {
  return (
    <section class="card">
      <h2>Plans</h2>
      <ul class="offers">
        {state.plans.map((offer) => (
          <li key={offer.name} class={offer.name === state.plan ? "current" : undefined}>
            <h3>{offer.title}</h3>
            {offer.description !== null && <p class="muted small">{offer.description}</p>}
            <p class="price">
              <strong>{money(offer.price)}</strong> a month
            </p>
            <p>
              {number(offer.dailyLimit)} calls a day
              {offer.name === state.plan && state.dailyLimit !== offer.dailyLimit && (
                <span class="muted">{` (your limit: ${number(state.dailyLimit)})`}</span>
              )}
            </p>
            {offer.perMinute !== null && <p>{number(offer.perMinute)} calls a minute</p>}
            {offer.perSecond !== null && <p>{number(offer.perSecond)} calls a second</p>}
            <p class="choose">
              <Choice offer={offer} state={state} base={base} />
            </p>
          </li>
        ))}
      </ul>
      <p class="muted small">
        {upgradeTerms[upgrades]} Downgrades start with the next billing cycle. You see every amount before you
        confirm.
      </p>
    </section>
  );
}
