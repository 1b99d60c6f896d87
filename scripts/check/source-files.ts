import { globSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** What a set-up, a build or a run makes, as `.gitignore` lists it. */
const MADE = new Set([
  'node_modules',
  'dist',
  'release',
  'data',
  'coverage',
  '.vitest',
  'screenshots',
  '.git',
])

/** The repository's files with one of these endings, as paths from its root. */
export function sourceFiles(endings: string[]): string[] {
  const pattern = `**/*.{${endings.join()}}`
  return globSync(pattern, { cwd: root, exclude: (name) => MADE.has(name) }).sort()
}
