/**
 * Returns the number of event loop turns during some work. Unlike times, turns do not depend on the load of the
 * machine. Work in one synchronous block leaves none.
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
