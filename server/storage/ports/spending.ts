export interface Spending {
  /** Adds the tokens of a call to those of a UTC day, such as 2026-11-22. */
  add(organization_id: string, day: string, tokens: number): Promise<void>
  /** The tokens of that day; of an earlier day than the last one that was counted, 0. */
  of(organization_id: string, day: string): Promise<number>
}
