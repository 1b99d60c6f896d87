import { useEffect } from 'preact/hooks'
import { replace } from '../location.ts'
import { Frame } from '../parts/Frame.tsx'
import { Skeleton } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt } from '../parts/Toast.tsx'
import { session, switchOrganization } from '../session.ts'
import { fill, texts } from '../strings.ts'

/** At an address of another organization: switches to it, or says that it is somebody else's. */
export function OtherOrganization({ slug }: { slug: string }) {
  const { elsewhere } = texts.value
  const signedIn = session.value
  const id = signedIn?.organizations.find((one) => one.slug === slug)?.id
  useEffect(() => {
    if (id) void attempt(() => switchOrganization(id))
  }, [id])
  if (!signedIn || id) return <Skeleton />
  return (
    <Frame session={signedIn}>
      <Title>{elsewhere.title}</Title>
      <p class="lead">{fill(elsewhere.lead, { slug, email: signedIn.user.email })}</p>
      <button class="button" type="button" onClick={() => replace('')}>
        {texts.value.notFound.home}
      </button>
    </Frame>
  )
}
