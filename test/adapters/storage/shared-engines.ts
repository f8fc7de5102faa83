import { openPlace, usageEngines } from "./engines.ts";

/** The engines whose stores several processes can share. `open` returns two connections to one store. */
export const sharedEngines = usageEngines
  .filter(({ engine }) => engine !== "memory" && engine !== "unstorage")
  .map((of) => ({
    engine: of.engine,
    canStart: () => true,
    async open() {
      const place = await openPlace(of);
      return [await place.usage(), await place.usage()] as const;
    },
  }));
