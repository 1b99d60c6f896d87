import type { ComponentChildren } from 'preact'
import type { AnswerContext } from './answer-context.ts'

interface Props {
  /** `grid-template-columns` of all rows. */
  columns: string
  children: ComponentChildren
}

export function Table({ columns, children }: Props, { strings }: AnswerContext) {
  return (
    <div class="table" role="region" aria-label={strings.table} tabIndex={0}>
      <table data-columns={columns}>{children}</table>
    </div>
  )
}
