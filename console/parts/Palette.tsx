import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { isSubmit, useKeys } from '../keys.ts'
import { open } from '../location.ts'
import { areas, viewsOf } from '../routes.ts'
import { may } from '../session.ts'
import { texts } from '../strings.ts'
import { Dialog } from './Dialog.tsx'

/** Goes to any screen by a few letters of its name, and lists the keys. */
export function Palette() {
  const shown = useSignal<'screens' | 'keys' | null>(null)
  const close = () => {
    shown.value = null
  }
  useKeys({
    '?': () => {
      shown.value = 'keys'
    },
  })
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      shown.value = 'screens'
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (shown.value === 'screens') return <Screens onClose={close} />
  return shown.value === 'keys' && <Keys onClose={close} />
}

interface Target {
  path: string
  text: string
}

/** Every screen that the person may open and that has a name. */
function targets(): Target[] {
  const { navigation, setup } = texts.value
  const named = areas.flatMap((area) => {
    const views = viewsOf(area)
    return views.map(({ path, view }) => ({
      path,
      text: [
        navigation.areas[area],
        ...(views.length > 1 && view ? [navigation.views[view]] : []),
      ].join(' · '),
    }))
  })
  return may('assistant.manage') ? [...named, { path: 'setup', text: setup.title }] : named
}

function Screens({ onClose }: { onClose: () => void }) {
  const { palette: words } = texts.value
  const id = useId()
  const typed = useSignal('')
  const at = useSignal(0)
  const wanted = plain(typed.value)
  const found = targets().filter(({ text }) => plain(text).includes(wanted))
  const chosen = found[at.value % Math.max(found.length, 1)]

  function go({ path }: Target) {
    onClose()
    open(path)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: found.length - 1 }[event.key]
    if (isSubmit(event) && chosen) go(chosen)
    if (step === undefined) return
    event.preventDefault()
    at.value = (at.value + step) % Math.max(found.length, 1)
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <div class="palette">
        <input
          type="text"
          role="combobox"
          aria-label={words.title}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen && id + chosen.path}
          value={typed.value}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
            at.value = 0
          }}
        />
        <div id={id} role="listbox" aria-label={words.title}>
          {found.map((target) => (
            <div
              key={target.path}
              id={id + target.path}
              role="option"
              aria-selected={target === chosen}
              onClick={() => go(target)}
            >
              {target.text}
            </div>
          ))}
        </div>
        {found.length === 0 && <p role="status">{words.none}</p>}
      </div>
    </Dialog>
  )
}

/** Letters without case and accents, as people type them in a hurry. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function Keys({ onClose }: { onClose: () => void }) {
  const { palette: words, close } = texts.value
  const list = [
    [`${words.ctrl} K`, words.goTo],
    [`${words.ctrl} J`, words.tryIt],
    ['?', words.help],
    ['J', words.next],
    ['K', words.previous],
    [words.escapeKey, words.escape],
  ]
  return (
    <Dialog title={words.keys} onClose={onClose}>
      <dl class="keys">
        {list.map(([keys, effect]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="button" type="submit">
          {close}
        </button>
      </form>
    </Dialog>
  )
}
