import { setQuery } from '../location.ts'
import { texts } from '../strings.ts'
import type { Websites } from '../websites.ts'

/** The choice of a website, where there are several; it stands in the address. */
export function WebsiteChoice({ websites }: { websites: Websites | undefined }) {
  if (!websites || websites.all.length < 2) return null
  return (
    <label class="choice">
      {texts.value.look.website}
      <select
        value={websites.shown?.id ?? ''}
        onChange={({ currentTarget }) => setQuery({ widget: currentTarget.value })}
      >
        {websites.all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
