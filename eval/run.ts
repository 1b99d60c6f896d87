/**
 * Quality on question sets: ingests each set with the product's own code, asks its questions with the
 * built-in models, and writes what the sets' scorer reads.
 *
 *   npm run eval -- --data FOLDER [--sets a,b] [--questions 200] [--out FOLDER] [--json]
 *
 * FOLDER holds one folder a set (`corpus.jsonl`, `questions.jsonl`) and the scorer, `score.mjs`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLexicalEmbedding } from '../server/models/builtin/embedding.ts'
import { createExtractiveModel } from '../server/models/builtin/extractive.ts'
import { createRetrieve } from '../server/retrieval/retrieve.ts'
import { openDatabase } from '../server/storage/sqlite/database.ts'
import { createSqliteStore } from '../server/storage/sqlite/store.ts'
import { createAsk, type Result } from './ask.ts'
import { ingest } from './library.ts'
import { readCorpus, readQuestions } from './sets.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    sets: { type: 'string' },
    questions: { type: 'string', default: '100000' },
    out: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
if (!values.data) {
  process.stderr.write('eval: --data FOLDER names the folder that holds the sets.\n')
  process.exit(2)
}
const { data } = values
const folder = mkdtempSync(join(tmpdir(), 'eval-'))
const scores: Record<string, unknown> = {}
try {
  for (const set of values.sets?.split(',') ?? setsIn(data)) {
    const results = await answerSet(join(data, set), join(folder, `${set}.db`))
    const file = join(values.out ?? folder, `${set}.jsonl`)
    writeFileSync(file, results.map((result) => `${JSON.stringify(result)}\n`).join(''))
    scores[set] = score(set, file)
    if (!values.json) process.stdout.write(`${set}\n${JSON.stringify(scores[set], null, 1)}\n`)
  }
  if (values.json) process.stdout.write(`${JSON.stringify(scores)}\n`)
} finally {
  rmSync(folder, { recursive: true })
}

function setsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'corpus.jsonl')))
}

async function answerSet(set: string, database: string): Promise<Result[]> {
  const embedding = createLexicalEmbedding()
  const store = createSqliteStore(openDatabase(database))
  try {
    const library = await ingest(readCorpus(set), { store, embedding })
    const ask = createAsk(
      library,
      createRetrieve({ store, embeddings: () => embedding }),
      createExtractiveModel(),
    )
    const results: Result[] = []
    for (const question of readQuestions(set, Number(values.questions))) {
      results.push(await ask(question))
    }
    return results
  } finally {
    store.close()
  }
}

/** What the scorer says; with `--questions` it counts questions that were not asked as declined. */
function score(set: string, file: string): unknown {
  const scorer = [join(data, 'score.mjs'), join(data, set), file, '--json']
  return JSON.parse(execFileSync(process.execPath, scorer, { encoding: 'utf8' }))
}
