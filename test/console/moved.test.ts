import { expect, test } from 'vitest'
import { movedTo } from '../../console/moved.ts'

const id = '0192f0c4-7f5e-7cc1-8a3b-52a1b5a7c001'

test.each([
  ['inbox', { c: id }, 'conversations', { c: id }],
  ['gaps', {}, 'conversations/unanswered', {}],
  ['try', { question: 'Why?' }, 'assistant/try', { question: 'Why?' }],
  ['usage', { days: '7' }, 'overview', { days: '7' }],
  ['look', { widget: id }, 'website/look', { widget: id }],
  ['people', {}, 'settings/people', {}],
  ['data', {}, 'settings', {}],
  [`website/${id}`, { pin: 'yes' }, 'website', { pin: 'yes', widget: id }],
])('the earlier address %s leads to what took its place', (path, query, to, then) => {
  expect(movedTo(path, query)).toEqual({ path: to, query: then })
})

test.each(['overview', 'website', 'website/look', 'website/access', 'knowledge/try', 'settings'])(
  'the address %s stays',
  (path) => {
    expect(movedTo(path, {})).toBeNull()
  },
)
