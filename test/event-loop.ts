/**
 * Returns the turns that the event loop had while some work went on. Unlike times, turns do not depend on what else
 * the machine does: work in one go leaves none.
 */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let running = true;
  const count = () => {
    turns++;
    if (running) setImmediate(count);
  };
  setImmediate(count);
  await work();
  running = false;
  return turns;
}
