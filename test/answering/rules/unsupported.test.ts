import { unsupported } from '../../../server/answering/cited/rules/unsupported.ts'
import { testRule } from './rules.ts'

const passage = 'Backups are kept for 30 days and can be restored by the owner.'

testRule(unsupported, [
  [passage, 'The owner may get back an older copy for a month.', null],
  [passage, 'Elephants never forget their enemies.', 'missing'],
  [passage, 'Elefanten vergessen ihre Feinde nicht.', null],
])
