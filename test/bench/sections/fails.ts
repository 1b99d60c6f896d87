import type { Rounds, Section } from '../../../bench/section.ts'

export const section: Section<Rounds> = {
  sizes: { full: { rounds: 3 }, smallest: { rounds: 1 } },

  async prepare() {
    return async () => {
      throw new Error('Nothing is there.')
    }
  },
}
