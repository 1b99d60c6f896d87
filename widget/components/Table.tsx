import type { ComponentChildren } from 'preact'
import type { AnswerContext } from './answer-context.ts'
import { EnlargeButton } from './EnlargeButton.tsx'
import { onToggle, watchWidth } from './wide.ts'

interface Props {
  /** `grid-template-columns` of all rows while the table grows. */
  columns: string | undefined
  children: ComponentChildren
}

export function Table({ columns, children }: Props, { strings }: AnswerContext) {
  return (
    <div class="frame" popover="auto" onToggle={onToggle}>
      {/* A group, as several regions of one name would be landmarks that nobody can tell apart. */}
      <div class="table" role="group" aria-label={strings.table} tabIndex={0} ref={watchWidth}>
        <table data-columns={columns}>{children}</table>
      </div>
      <EnlargeButton strings={strings} />
    </div>
  )
}
