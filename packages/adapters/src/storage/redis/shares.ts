/** The items of one script. */
export type Share<Item> = [Item, ...Item[]];

/** Splits items, in order, into shares of at most `size`. */
export function sharesOf<Item>(items: readonly Item[], size: number): Share<Item>[] {
  const shares: Share<Item>[] = [];
  let share: Share<Item> | undefined;
  for (const item of items) {
    if (!share || share.length >= size) shares.push((share = [item]));
    else share.push(item);
  }
  return shares;
}
