import { expect, test } from 'vitest'
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
