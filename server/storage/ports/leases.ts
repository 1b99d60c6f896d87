/** Leases on jobs, answers, test runs, deliveries and moves (docs/architecture.md#leases). */
export interface Leases {
  /** Moves on the end of all leases of this store's owner. */
  renew(now: string): Promise<void>
  /** Ends the leases of an owner that does not live any more: others take over at once. */
  end(owner: string): Promise<void>
  /** Ends all leases, where no other process can live. */
  endAll(): Promise<void>
}
