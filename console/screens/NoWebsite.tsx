import { addressOf } from '../location.ts'
import { may } from '../session.ts'
import { texts } from '../strings.ts'

/** In the place of a website, while there is none. */
export function NoWebsite() {
  const { website: words } = texts.value
  return (
    <div class="empty">
      <h2>{words.emptyTitle}</h2>
      <p>{words.empty}</p>
      {may('assistant.publish') && (
        <a class="button primary" href={addressOf('setup')}>
          {words.firstSteps}
        </a>
      )}
    </div>
  )
}
