import type { NearPassage } from '../contract/usage.ts'

/** Facts about a turn that are not in its events; filled in while it is answered. */
export interface TurnUsage {
  /** Selector of the assistant's model. */
  model: string
  input_tokens: number
  output_tokens: number
  /**
   * The passages that retrieval ranked highest: stored with an abstention, to show gaps in the
   * knowledge.
   */
  nearest: NearPassage[]
}
