import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { addressOf } from '../location.ts'
import type { Shown } from '../preview/messages.ts'
import { createStage, type Stage } from '../preview/stage.ts'
import '../styles/preview.css'

/** The real widget, live, in a frame that can reach nothing but this page. */
export function Preview({
  title,
  look,
  assistantId,
  device = 'desktop',
  stage = () => {},
}: {
  title: string
  look: Shown
  /** Whose answers it shows; null while there is none. */
  assistantId: string | null
  device?: 'desktop' | 'phone'
  stage?: (stage: Stage) => void
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  const held = useRef<Stage | null>(null)
  const assistant = useRef(assistantId)
  assistant.current = assistantId
  // Before the browser goes on: a frame from its cache may be ready before an effect runs.
  useLayoutEffect(() => {
    const made = createStage(frame.current as HTMLIFrameElement, () => assistant.current)
    held.current = made
    stage(made)
    return made.dispose
  }, [])
  const drawn = JSON.stringify(look)
  useEffect(() => {
    const timer = setTimeout(() => held.current?.show(look), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [drawn])
  return (
    <iframe
      ref={frame}
      class="preview-frame"
      data-device={device}
      title={title}
      src={addressOf('preview')}
      sandbox="allow-scripts"
    />
  )
}

/** Typing draws it once, not with each key. */
const SETTLED_MS = 150
