import { address } from '../../../server/answering/cited/rules/address.ts'
import { testRule } from './rules.ts'

const passage = 'See https://acme.test/docs/plans?lang=en or write to help@acme.test.'

testRule(address, [
  [passage, 'See https://acme.test/docs/plans?lang=en.', null],
  [passage, 'See https://acme.test/guide.', null],
  [passage, 'See https://acme.test/docs/plans?lang=en&q=secret.', 'missing'],
  [passage, 'See www.evil.test for more.', 'missing'],
  [passage, 'Write to help@acme.test.', null],
  [passage, 'Write to help@evil.test.', 'missing'],
])
