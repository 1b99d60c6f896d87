import { useEffect } from 'preact/hooks'
import type { Session } from '../server/contract/session.ts'
import { read, refresh } from './cache.ts'
import { shownFailure } from './failures.ts'
import { place, replace } from './location.ts'
import { movedTo } from './moved.ts'
import { Frame } from './parts/Frame.tsx'
import { Lazy } from './parts/Lazy.tsx'
import { Skeleton } from './parts/Loaded.tsx'
import { Notice } from './parts/Notice.tsx'
import { Views } from './parts/Views.tsx'
import { mayOpen, open, screenAt } from './routes.ts'
import { Forbidden, NotFound } from './screens/NotFound.tsx'
import { OtherOrganization } from './screens/OtherOrganization.tsx'
import { SignIn } from './screens/SignIn.tsx'
import { session } from './session.ts'
import { texts } from './strings.ts'

/** The screen of the current address, for whoever is there. */
export function App() {
  const { path, query, fragment } = place.value
  const moved = movedTo(path, query)
  useEffect(() => {
    if (moved) replace(moved.path, moved.query)
  }, [path])
  const screen = fragment.startsWith('claim=') ? open.claim : open[path]
  // A link with another token is another screen.
  if (screen) return <Lazy key={path + fragment} load={screen} />
  const signedIn = session.value
  if (signedIn === null) return <SignIn />
  if (!signedIn || moved) return <Unknown />
  if (isElsewhere(signedIn, query['org'])) return <OtherOrganization slug={query['org']} />
  // Without an organization there is only the account, and for staff a way into one.
  const isOpen = signedIn.organization || path === 'look-in'
  const found = screenAt(isOpen ? path : 'settings/account')
  const shown = found && mayOpen(found.screen) ? found : null
  return (
    <Frame key={signedIn.organization?.id} session={signedIn}>
      {shown && <Views screen={shown.screen} />}
      {shown && <Lazy key={path} load={shown.screen.load} id={shown.id} />}
      {!shown && (found ? <Forbidden /> : <NotFound />)}
    </Frame>
  )
}

/** Whether an address names another organization than the one that the person is in. */
function isElsewhere(
  { organization, support_session }: Session,
  slug: string | undefined,
): slug is string {
  return !!slug && !support_session && slug !== organization?.slug
}

/** Until it is known who is there, or that this cannot be known. */
function Unknown() {
  const failure = read('getSession').failure.value
  if (!failure) return <Skeleton />
  return (
    <main class="alone">
      <Notice kind="problem">
        <p>{shownFailure(failure)}</p>
        <button class="button" type="button" onClick={() => refresh('getSession')}>
          {texts.value.retry}
        </button>
      </Notice>
    </main>
  )
}
