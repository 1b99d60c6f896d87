import { texts } from '../strings.ts'

/** Of a chart of questions and of those that were answered. */
export function Legend() {
  const { overview: words } = texts.value
  return (
    <p class="legend">
      <i class="part" /> {words.barAnswered} <i class="whole" /> {words.barOthers}
    </p>
  )
}
