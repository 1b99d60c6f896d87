import { expect, test } from 'vitest'
import { createJsonSchemas, type JsonSchema } from '../../server/contract/json-schema.ts'
import type { Operation } from '../../server/contract/operation.ts'
import { operations } from '../../server/contract/operations.ts'

const changing = Object.entries<Operation>(operations).filter(([, { method }]) => method !== 'get')
const managing = /\.(manage|ingest|publish|erase|handle)$/

/** Those of the asker that are told all the same. */
const TOLD = new Set(['deleteConversation'])
/** Those that change nothing. */
const UNTOLD = new Set(['testSource', 'testWebhook', 'tryAssistant', 'streamTrial', 'testModel'])

test.each(changing)(
  '%s is in the audit log if it changes what an organization set up',
  (name, { access, audit }) => {
    expect(audit !== undefined).toBe((managing.test(access) || TOLD.has(name)) && !UNTOLD.has(name))
  },
)

/** Whether a value can only be a word of the product, a truth, or a list of such words. */
function isClosed({ anyOf, enum: words, type, items }: JsonSchema): boolean {
  if (anyOf) return anyOf.every((each) => each.type === 'null' || isClosed(each))
  return words !== undefined || type === 'boolean' || (items !== undefined && isClosed(items))
}

test.each(changing.filter(([, { audit }]) => audit?.told))(
  '%s tells no value that somebody wrote',
  (_name, { audit, body }) => {
    const { properties = {} } = createJsonSchemas(new Map()).write(body!)

    for (const field of audit!.told!) expect(isClosed(properties[field]!), field).toBe(true)
  },
)
