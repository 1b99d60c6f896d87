import { addressOf, place } from '../location.ts'
import { type Screen, viewsOf } from '../routes.ts'
import { texts } from '../strings.ts'

/** Links between the views of an area, where the person may open several. */
export function Views({ screen: { area, path, view } }: { screen: Screen }) {
  if (!area || !view) return null
  const views = viewsOf(area)
  if (views.length < 2) return null
  const { navigation } = texts.value
  // The website that is looked at stays the same in each view.
  const { widget } = place.value.query
  return (
    <nav class="views" aria-label={navigation.areas[area]}>
      {views.map((other) => (
        <a
          key={other.path}
          href={addressOf(other.path, { widget })}
          aria-current={other.path === path ? 'page' : undefined}
        >
          {other.view && navigation.views[other.view]}
        </a>
      ))}
    </nav>
  )
}
