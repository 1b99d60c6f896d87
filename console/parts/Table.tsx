import type { ComponentChildren } from 'preact'

/** A column of a table: its heading, and what it shows of an item. */
export interface Column<Item> {
  label: string
  show: (item: Item) => ComponentChildren
}

/** Items as rows; on a narrow screen each row is a card that repeats the headings. */
export function Table<Item extends { id: string }>({
  caption,
  columns,
  items,
}: {
  /** For screen readers. */
  caption: string
  columns: Column<Item>[]
  items: Item[]
}) {
  return (
    <table>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            {columns.map(({ label, show }) => (
              <td key={label} data-label={label}>
                {show(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
