import { readdirSync, readFileSync } from 'node:fs'

export interface Migration {
  number: number
  sql: string
}

/** The files `NNNN-what.sql` of a folder, in order of their numbers. */
export function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 4)),
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }))
}
