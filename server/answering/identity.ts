import type { Assistant } from '../contract/assistant.ts'
import type { Store } from '../storage/store.ts'

/** Who answers, as the prompt tells it. All of it is written by the organization. */
export interface Identity {
  /** Of the assistant. */
  name: string
  /** null: the brand has no product name. */
  product: string | null
  /** Subjects of its collections with a description: names alone may not be for visitors. */
  topics: string[]
  instruction: string | null
}

const MAX_TOPICS = 5
const MAX_TOPIC_CHARS = 160

/** Reads who answers: the assistant, its brand and what its collections are about. */
export async function identityOf(
  store: {
    brandings: Pick<Store['brandings'], 'find'>
    collections: Pick<Store['collections'], 'findMany'>
  },
  organization_id: string,
  { name, instruction, knowledge_base_ids }: Assistant,
): Promise<Identity> {
  const [{ layer }, collections] = await Promise.all([
    store.brandings.find(organization_id),
    store.collections.findMany(organization_id, knowledge_base_ids),
  ])
  const described = collections.filter(({ description }) => oneLine(description) !== '')
  const topics = described.slice(0, MAX_TOPICS).map(({ name, description }) => {
    const told = oneLine(description)
    return told.length <= MAX_TOPIC_CHARS ? told : oneLine(name)
  })
  const product = oneLine(layer.identity?.productName ?? '') || null
  return { name: oneLine(name), product, topics, instruction }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
