/** The bounds for the rest of a body that the server refuses before it has arrived. */
export const linger = {
  /** As nginx's `lingering_time`. */
  totalMs: 30_000,
  /** As nginx's `lingering_timeout`: a client that sends nothing waits for the response, or has it. */
  quietMs: 5_000,
  bytes: 512 * 2 ** 20,
};
