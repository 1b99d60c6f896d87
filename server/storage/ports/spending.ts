export interface Spending {
  /** Adds the tokens of a call to those of the UTC day. */
  add(organization_id: string, now: string, tokens: number): Promise<void>
  /**
   * The tokens of a UTC day, such as 2026-11-22; 0 of an earlier day than the last one that was
   * counted.
   */
  of(organization_id: string, day: string): Promise<number>
}
