import type { ComponentChildren } from 'preact'
import type { AnswerContext } from './answer-context.ts'
import { EnlargeButton } from './EnlargeButton.tsx'
import { onToggle, watchWidth } from './wide.ts'

interface Props {
  /** `grid-template-columns` of all rows. */
  columns: string
  children: ComponentChildren
}

export function Table({ columns, children }: Props, { strings }: AnswerContext) {
  return (
    <div class="frame" popover="auto" onToggle={onToggle}>
      <div class="table" role="region" aria-label={strings.table} tabIndex={0} ref={watchWidth}>
        <table data-columns={columns}>{children}</table>
      </div>
      <EnlargeButton strings={strings} />
    </div>
  )
}
