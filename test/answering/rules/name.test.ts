import { name } from '../../../server/answering/cited/rules/name.ts'
import { testRule } from './rules.ts'

testRule(
  name,
  [
    ['The Starter plan is sold by Acme.', 'You buy the Starter plan from Acme.', null],
    ['The Starter plan is sold by Acme.', 'You buy the Starter plan from Globex.', 'missing'],
    ['The Starter plan is sold by Acme.', 'GlobexCloud sells the plan to you.', 'missing'],
    ['An attacker may be a man in the middle.', 'You are exposed to a MITM there.', null],
    ['The OCSP URLs disappear.', 'After that the OCSP URLs are gone.', null],
    ['Use the command line interface.', 'You can use the CLI for that.', null],
    ['The plan is sold by Acme.', 'You can buy it for the Marina as well.', null],
    ['Der Vertrag gilt ein Jahr.', 'Der Vertrag gilt für die Wohnung ein Jahr.', null],
  ],
  'Can I buy the plan for the Marina?',
)
