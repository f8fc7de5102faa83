/** The items of one account in a batch. */
export interface Group<Item> {
  account: string;
  items: Item[];
  /** The position of each item in the batch. */
  places: number[];
}

/** Groups the items of a batch by account. */
export function groupByAccount<Item extends { account: string }>(items: readonly Item[]): Group<Item>[] {
  const groups = new Map<string, Group<Item>>();
  for (const [place, item] of items.entries()) {
    const { account } = item;
    const group = groups.get(account);
    if (group) {
      group.items.push(item);
      group.places.push(place);
    } else {
      groups.set(account, { account, items: [item], places: [place] });
    }
  }
  return [...groups.values()];
}

/** The items of one script. */
export type Share<Item> = [Item, ...Item[]];

/** Splits items, in order, into shares of at most `size`. */
export function splitIntoShares<Item>(items: readonly Item[], size: number): Share<Item>[] {
  const shares: Share<Item>[] = [];
  let share: Share<Item> | undefined;
  for (const item of items) {
    if (!share || share.length >= size) shares.push((share = [item]));
    else share.push(item);
  }
  return shares;
}
