import { Entrance } from '../parts/Entrance.tsx'
import { texts } from '../strings.ts'
import { Dead } from './Dead.tsx'

/** After a new password was set: a place of its own, without the used token in the address. */
export default function ResetDone() {
  const { reset } = texts.value
  return (
    <Entrance>
      <Dead title={reset.doneTitle}>{reset.done}</Dead>
    </Entrance>
  )
}
