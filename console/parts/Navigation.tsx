import { addressOf, place } from '../location.ts'
import { type Area, areas, screenAt, viewsOf } from '../routes.ts'
import { texts } from '../strings.ts'
import { useWaiting } from '../waiting.ts'
import { Icon } from './Icon.tsx'

/** Links to the areas that the person may open; behind a button where the page is narrow. */
export function Navigation() {
  const { navigation } = texts.value
  const waitingIn = useWaiting()
  return (
    <nav class="navigation" aria-label={navigation.label}>
      <button class="button" type="button" popovertarget="navigation">
        {navigation.open}
      </button>
      <div id="navigation" popover="auto">
        <ul>
          {areas.map((area) => (
            <Entry key={area} area={area} waiting={waitingIn(area)} />
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** Leads to the first view of an area, with the number of what waits there. */
function Entry({ area, waiting }: { area: Area; waiting: number }) {
  const { navigation } = texts.value
  const [first] = viewsOf(area)
  if (!first) return null
  return (
    <li data-area={area}>
      <a
        href={addressOf(first.path)}
        aria-current={screenAt(place.value.path)?.screen.area === area ? 'page' : undefined}
        onClick={({ currentTarget }) => closeAround(currentTarget)}
      >
        <Icon of={area} />
        {navigation.areas[area]}
        {waiting > 0 && (
          <span class="count" title={navigation.waiting[area]}>
            {waiting > MOST_COUNTED ? `${MOST_COUNTED}+` : waiting}
            <span class="visually-hidden"> {navigation.waiting[area]}</span>
          </span>
        )}
      </a>
    </li>
  )
}

/** The navigation has no room for more. */
const MOST_COUNTED = 99

function closeAround(link: Element): void {
  const box = link.closest<HTMLElement>('[popover]')
  if (box?.matches(':popover-open')) box.hidePopover()
}
