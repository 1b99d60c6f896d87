/** Lists comment lines of more than 100 columns. The formatter wraps code, but not comments. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.ts'

const MAX_COLUMNS = 100
const COMMENT = /^\s*(\/\/|\/\*|\*|--)/

const files = sourceFiles(['ts', 'tsx', 'mjs', 'css', 'sql'])

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
