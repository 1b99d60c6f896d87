import type { ComponentChildren } from 'preact'
import type { AnswerContext } from './answer-context.ts'

interface Props {
  /** How wide they are, in CSS. */
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
