import { globSync } from 'node:fs'
import { basename } from 'node:path'

/** Source files that are mutated together, and the tests that are to notice. */
export interface Area {
  /** Globs of source files. */
  sources: string[]
  /** Test files and folders: each stage runs only when the earlier ones noticed nothing. */
  stages: string[][]
}

export const areas = {
  formats: {
    sources: ['server/ingestion/formats.ts', 'server/ingestion/formats/*.ts'],
    stages: [
      ['test/ingestion/extract', 'test/ingestion/formats'],
      ['links', 'extractor', 'run-job'].map((name) => `test/ingestion/${name}`),
      ['test/ingestion/parser-bombs.test.ts', 'test/eval'],
    ],
  },
  provisioning: {
    sources: ['server/provisioning/*.ts'],
    stages: [
      ['test/provisioning', 'test/branding/layer.test.ts'],
      ['test/process/provisioning.test.ts', 'test/process/operator.test.ts'],
      ['test/process/people.test.ts', 'test/process/start.test.ts'],
    ],
  },
  retrieval: {
    sources: ['server/retrieval/*.ts'],
    stages: [
      [
        'asked',
        'bm25',
        'bounds',
        'confidence',
        'fuse',
        'look-up',
        'match',
        'misspelt',
        'rank',
        'retrieve',
      ].map((name) => `test/retrieval/${name}.test.ts`),
      ['test/retrieval/indexes.test.ts', 'test/retrieval/languages.test.ts', 'test/text'],
      ['test/eval', 'test/answering', 'test/storage/nearest.test.ts'],
    ],
  },
  chunking: {
    sources: ['server/ingestion/{chunk,content-hash,extract,extracted,index-documents,links}.ts'],
    stages: [
      ['chunk', 'content-hash', 'links', 'names'].map((name) => `test/ingestion/${name}`),
      ['run-', 'extract'].map((name) => `test/ingestion/${name}`),
      ['test/text', 'test/eval'],
    ],
  },
  operator: {
    sources: [
      'server/{main,operator,operator-errors,check,config,data-folder,private-files}.ts',
      'server/storage/drivers/sqlite/backup.ts',
    ],
    stages: [
      ['commands', 'data-folder', 'main', 'settings'].map(
        (name) => `test/operator/${name}.test.ts`,
      ),
      ['test/operator/check.test.ts', 'test/storage/backup.test.ts', 'test/identity'],
      ['test/process/operator.test.ts'],
      ['data-folder', 'start', 'people', 'damage'].map((name) => `test/process/${name}.test.ts`),
    ],
  },
  http: {
    sources: ['server/http/**/*.ts'],
    stages: [
      [
        'access',
        'assets',
        'bodies',
        'cross-site',
        'event-stream',
        'readiness',
        'reference',
        'requests',
        'upload',
        'widget-check',
      ].map((name) => `test/http/${name}.test.ts`),
      ['test/http'],
      [
        'test/mcp',
        ...['large-bodies', 'start', 'stop'].map((name) => `test/process/${name}.test.ts`),
      ],
    ],
  },
} satisfies Record<string, Area>

export type AreaName = keyof typeof areas

/** Quick tests that share the name of a source file: those likeliest to notice its faults. */
export function testsNamedLike(root: string, source: string): string[] {
  const name = basename(source, '.ts')
  return globSync(
    [name, `${name}-*`, `*-${name}`].map((test) => `test/*/**/${test}.test.ts`),
    { cwd: root, exclude: ['test/{browser,process,widget}/**'] },
  ).toSorted()
}
