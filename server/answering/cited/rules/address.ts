import { comparableAddress, spelledAddressesIn } from '../addresses.ts'
import type { Rule } from './rule.ts'

/** An address that no passage holds was made up, or made to carry something away. */
export const address: Rule = {
  reason: 'address',
  judge({ assertion, evidence }) {
    const known = spelledAddressesIn(assertion.text).every((spelled) =>
      evidence.some(
        ({ addresses, allows }) => addresses.has(comparableAddress(spelled)) || allows(spelled),
      ),
    )
    return known ? null : 'missing'
  },
}
