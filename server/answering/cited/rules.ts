import { address } from './rules/address.ts'
import { code } from './rules/code.ts'
import { name } from './rules/name.ts'
import { number } from './rules/number.ts'
import { polarity } from './rules/polarity.ts'
import type { Rule } from './rules/rule.ts'
import { unsupported } from './rules/unsupported.ts'

/** The rules that a sentence is judged by, in order: the first reason is the one that is told. */
export const rules: readonly Rule[] = [address, code, number, polarity, name, unsupported]
