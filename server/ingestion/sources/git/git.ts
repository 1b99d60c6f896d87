import { defineSource } from '../../define-source.ts'
import { learnFurniture } from '../../learn-furniture.ts'

/**
 * The files of a branch of a git repository (docs/behaviour.md#git-repositories). What reads them
 * is loaded with the first run.
 */
export const git = defineSource({
  type: 'git',
  links: ({ base_url, permalinks }) => ({ base_url, permalinks }),

  async *discover(source, context, signal) {
    const { readFiles } = await import('./files.ts')
    return yield* learnFurniture(readFiles(source, context, signal), context)
  },
})
