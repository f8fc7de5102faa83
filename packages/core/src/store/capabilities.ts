/** The range of a store's guarantees: one process, all processes on one host, or every process anywhere. */
export type Reach = "process" | "host" | "everywhere";

/** The guarantees of a store in addition to the contract of its port. */
export interface StoreCapabilities {
  /** The range within which concurrent users see one state. */
  exactAcross: Reach;
  /** True if an acknowledged write survives the end of the process, including `kill -9`. */
  durable: boolean;
}
