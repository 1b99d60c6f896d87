import { test as every } from 'vitest'
import { isInPostgres } from './data.ts'

/** A test about files of the data folder, which is not run where the data are in PostgreSQL. */
export const test = every.skipIf(isInPostgres)
