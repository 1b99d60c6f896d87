import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { place, setQuery } from '../location.ts'

/** One of several views of the same place; the chosen one stands in the address. */
export function Tabs<Key extends string>({
  name,
  label,
  tabs,
  children,
}: {
  /** Of the parameter in the address. */
  name: string
  label: string
  tabs: Record<Key, string>
  children: (chosen: Key) => ComponentChildren
}) {
  const id = useId()
  const keys = Object.keys(tabs) as Key[]
  const chosen = keys.find((key) => key === place.value.query[name]) ?? (keys[0] as Key)

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = keys.at((keys.indexOf(chosen) + step) % keys.length) as Key
    event.preventDefault()
    setQuery({ [name]: next })
    document.getElementById(`${id}${next}`)?.focus()
  }

  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {keys.map((key) => (
          <button
            key={key}
            id={id + key}
            type="button"
            role="tab"
            aria-selected={key === chosen}
            aria-controls={`${id}panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => setQuery({ [name]: key })}
          >
            {tabs[key]}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={id + chosen}>
        {children(chosen)}
      </div>
    </div>
  )
}
