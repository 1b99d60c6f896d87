import type { ComponentChildren } from 'preact'
import { texts } from '../strings.ts'
import { LanguageChoice } from './Language.tsx'
import { Mark } from './Mark.tsx'

/** The frame of screens before sign-in; beside them, where there is room, a sample of an answer. */
export function Entrance({ children }: { children: ComponentChildren }) {
  return (
    <div class="entrance">
      <header>
        <Mark />
        <LanguageChoice />
      </header>
      <main>{children}</main>
      <Sample />
    </div>
  )
}

/** Decoration: everything in it is hidden from screen readers. */
function Sample() {
  const { promise, sample } = texts.value
  return (
    <aside class="sample" aria-hidden="true">
      <p class="promise">{promise}</p>
      <p class="sample-question">{sample.question}</p>
      <p class="sample-answer">
        {sample.before}
        <mark>{sample.marked}</mark>
        {sample.after}
        <span class="cite">1</span>
      </p>
      <p class="sample-passage">
        <span class="cite">1</span>
        <b>{sample.source}</b>
        {sample.passage}
      </p>
    </aside>
  )
}
