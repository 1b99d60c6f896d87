import type { UploadFiles } from '../ports/files.ts'

/** A row of a table as PostgreSQL has it: SQLite's are read and written in this form. */
export type CopiedRow = Record<string, string | number | Buffer | null>

/** The columns of each table, as PostgreSQL has them. */
export type Columns = Map<string, string[]>

/** The last numbers of an organization. */
export interface LastNumbers {
  organization_id: string
  /** Of its passages. */
  passage: number
}

/** Data at one moment. */
export interface TableReader {
  /** All rows of a table, some at once. */
  rows(table: string, columns: string[]): AsyncIterable<CopiedRow[]>
}

/** Data that becomes what is written, or stays as it was. */
export interface TableWriter extends TableReader {
  insert(table: string, rows: CopiedRow[]): Promise<void>
  /** A row as it is read again once it is inserted: a store may number rows in its own way. */
  stored(table: string, row: CopiedRow): CopiedRow
}

/** One of the two ends of a copy: all data of an installation. Nothing else uses it. */
export interface CopyEnd {
  /** For an operator. */
  name: string
  /** null: the schema does not tell, that of the other end does. */
  columns(): Promise<Columns | null>
  isEmpty(): Promise<boolean>
  lastNumbers(): Promise<LastNumbers[]>
  read<Result>(work: (reader: TableReader) => Promise<Result>): Promise<Result>
  /** `numbers` are those of the data that is written. What is derived of it, is made in the end. */
  write<Result>(
    numbers: LastNumbers[],
    work: (writer: TableWriter) => Promise<Result>,
  ): Promise<Result>
  /** null: the bytes of uploads lie where both ends find them. */
  files: UploadFiles | null
  close(): Promise<void>
}
