import { defineSource } from '../../define-source.ts'

/**
 * The objects of a bucket (docs/behaviour.md#s3-buckets). What reads them is loaded with the first
 * run.
 */
export const s3 = defineSource({
  type: 's3',
  links: ({ base_url }) => ({ base_url }),

  async *discover(source, context, signal) {
    const { readObjects } = await import('./objects.ts')
    return yield* readObjects(source, context, signal)
  },
})
