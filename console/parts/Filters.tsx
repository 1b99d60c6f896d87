import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { place, setQuery } from '../location.ts'
import { texts } from '../strings.ts'
import '../styles/filters.css'

const TYPING_MS = 250

/** A choice that stands in the address under `name`; the first one is "any". */
export function FilterSelect({
  name,
  label,
  options,
}: {
  name: string
  label: string
  /** Values with their texts. */
  options: [value: string, text: string][]
}) {
  return (
    <FilterField label={label}>
      <select
        value={place.value.query[name] ?? ''}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      >
        <option value="">{texts.value.any}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FilterField>
  )
}

/** A day that stands in the address under `name`. */
export function FilterDay({ name, label }: { name: string; label: string }) {
  return (
    <FilterField label={label}>
      <input
        type="date"
        value={place.value.query[name] ?? ''}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      />
    </FilterField>
  )
}

function FilterField({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="filter">
      <span>{label}</span>
      {children}
    </label>
  )
}

/** Words that stand in the address as `q`, once the reader has stopped typing. */
export function SearchField({ label, hint }: { label: string; hint: string }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { q = '' } = place.value.query
  useEffect(() => {
    // "Back" changes the words, but nobody who is typing is interrupted.
    if (input.current && document.activeElement !== input.current) input.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      ref={input}
      class="search"
      type="search"
      aria-label={label}
      placeholder={hint}
      defaultValue={q}
      maxLength={200}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setQuery({ q: value.trim() }), TYPING_MS)
      }}
    />
  )
}
