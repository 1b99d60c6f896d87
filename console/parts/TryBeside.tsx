import { useEffect } from 'preact/hooks'
import { closeDrawer, tryIt, wanted } from '../drawer.ts'
import { may } from '../session.ts'
import { texts } from '../strings.ts'
import { Icon } from './Icon.tsx'
import { Lazy } from './Lazy.tsx'

/** Opens the drawer in which the assistant is tried. */
export function TryButton() {
  const { trials: words, palette } = texts.value
  return (
    <button
      class="button small try-button"
      type="button"
      aria-label={words.title}
      title={`${words.title} (${palette.ctrl} J)`}
      aria-expanded={wanted.value !== null}
      onClick={() => tryIt()}
    >
      <Icon of="try" />
      <span>{words.title}</span>
    </button>
  )
}

/** The drawer while it is open; Ctrl J opens and closes it. */
export function TryBeside() {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'j' || !(event.ctrlKey || event.metaKey)) return
      if (!may('assistant.manage')) return
      event.preventDefault()
      if (wanted.value) closeDrawer()
      else tryIt()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return wanted.value && <Lazy load={loadDrawer} />
}

async function loadDrawer() {
  return { default: (await import('../screens/signed-in.ts')).Drawer }
}
