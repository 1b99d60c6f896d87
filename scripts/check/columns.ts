/** Lists comment lines of more than 100 columns. The formatter wraps code, but not comments. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_COLUMNS = 100
const COMMENT = /^\s*(\/\/|\/\*|\*|--)/

const root = join(import.meta.dirname, '../..')
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
const files = listed
  .toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && existsSync(join(root, file)))

let long = 0
for (const file of files) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.length <= MAX_COLUMNS || !COMMENT.test(line)) continue
    long += 1
    console.error(`${file}:${index + 1}: a comment of ${line.length} columns`)
  }
}
console.log(`${files.length} files, ${long} comment lines over ${MAX_COLUMNS} columns`)
process.exitCode = long > 0 ? 1 : 0
