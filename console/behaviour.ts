import type { Strictness } from '../server/contract/behaviour.ts'

/** How sure an assistant must be, the surest first. */
export const strictnesses: Strictness[] = ['strict', 'balanced', 'open']
