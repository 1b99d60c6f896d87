/**
 * SQL of the columns of a table: to select them, also beside other tables, and to insert them with
 * the values of the same names.
 */
export function columnsOf(table: string, names: string[]) {
  return {
    selected: names.map((name) => `${table}.${name}`).join(', '),
    names: names.join(', '),
    values: names.map((name) => `:${name}`).join(', '),
  }
}
