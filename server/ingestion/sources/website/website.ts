import { defineSource } from '../../define-source.ts'

/**
 * The pages of a website (docs/behaviour.md#websites). The crawler and its libraries are loaded
 * with the first run.
 */
export const website = defineSource({
  type: 'website',

  async *discover(source, context, signal) {
    const { crawl } = await import('./crawl.ts')
    return yield* crawl(source, context, signal)
  },

  async probe(source, url, context) {
    const { probe } = await import('./probe.ts')
    return probe(source, url, context)
  },
})
