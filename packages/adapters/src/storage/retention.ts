const hourMs = 3_600_000;

/** How long a batch is known by its id. */
export const batchRetentionMs = hourMs;

/** How long a window's counter is kept once it has closed: a refund may come late, and clocks differ. */
export const windowRetentionMs = 48 * hourMs;
