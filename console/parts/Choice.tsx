import { place, setQuery } from '../location.ts'

/** One of a few views, in the address; the first is what an address without it shows. */
export function Choice({
  name,
  label,
  options,
}: {
  /** Of the parameter in the address. */
  name: string
  label: string
  options: Record<string, string>
}) {
  const keys = Object.keys(options)
  const asked = place.value.query[name]
  const chosen = asked && keys.includes(asked) ? asked : keys[0]
  return (
    <div class="choices" role="group" aria-label={label}>
      {keys.map((key, index) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === chosen}
          onClick={() => setQuery({ [name]: index === 0 ? '' : key })}
        >
          {options[key]}
        </button>
      ))}
    </div>
  )
}
