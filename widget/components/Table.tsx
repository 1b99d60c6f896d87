import type { ComponentChildren } from 'preact'
import type { AnswerContext } from './AnswerText.tsx'

export function Table({ children }: { children: ComponentChildren }, { strings }: AnswerContext) {
  return (
    <div class="table" role="region" aria-label={strings.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}
