import { basename } from 'node:path'
import type { Rounds, Section } from '../../../bench/section.ts'

/** Measures the number that the folder of the program is called, times that of the round. */
export const section: Section<Rounds> = {
  sizes: { full: { rounds: 3 }, smallest: { rounds: 1 } },

  async prepare(_size, { program }) {
    let rounds = 0
    return async () => {
      rounds += 1
      const measured = Number(basename(program)) * rounds
      return [{ what: 'number', measured, unit: 'ms', baseline: 1, budget: 10 }]
    }
  },
}
