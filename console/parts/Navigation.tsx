import { addressOf, place } from '../location.ts'
import { groups, mayOpen, type Screen, screens, shownPath } from '../routes.ts'
import { texts } from '../strings.ts'

/** Links to the screens that the person may open; behind a button where the page is narrow. */
export function Navigation() {
  const { navigation } = texts.value
  const shown = screens.filter((screen) => screen.name && mayOpen(screen))
  return (
    <nav class="navigation" aria-label={navigation.label}>
      <button class="button" type="button" popovertarget="navigation">
        {navigation.open}
      </button>
      <div id="navigation" popover="auto">
        <Links screens={shown.filter(({ group }) => !group)} />
        {groups.map((group) => (
          <Group
            key={group}
            heading={navigation.groups[group]}
            screens={shown.filter((screen) => screen.group === group)}
          />
        ))}
      </div>
    </nav>
  )
}

function Group({ heading, screens: members }: { heading: string; screens: Screen[] }) {
  if (members.length === 0) return null
  return (
    <>
      <p>{heading}</p>
      <Links screens={members} />
    </>
  )
}

function Links({ screens: members }: { screens: Screen[] }) {
  const current = shownPath(place.value.path)
  return (
    <ul>
      {members.map(({ path, name }) => (
        <li key={path}>
          <a
            href={addressOf(path)}
            aria-current={`${current}/`.startsWith(`${path}/`) ? 'page' : undefined}
            onClick={({ currentTarget }) => closeAround(currentTarget)}
          >
            {name && texts.value.navigation[name]}
          </a>
        </li>
      ))}
    </ul>
  )
}

function closeAround(link: Element): void {
  const box = link.closest<HTMLElement>('[popover]')
  if (box?.matches(':popover-open')) box.hidePopover()
}
