/** All rows of a table in an order of it, read some at a time: those after the last one read. */
export async function* allRows<Row>(
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) {
    yield* rows
  }
}
