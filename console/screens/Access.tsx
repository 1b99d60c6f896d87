import { Title } from '../parts/Title.tsx'
import { WebsiteChoice } from '../parts/WebsiteChoice.tsx'
import '../styles/website.css'
import { texts } from '../strings.ts'
import { useWebsites } from '../websites.ts'
import { NoWebsite } from './NoWebsite.tsx'
import { WebsiteKey } from './WebsiteKey.tsx'
import { WebsiteOrigins } from './WebsiteOrigins.tsx'
import { Status } from './WebsiteStatus.tsx'

/** The pages that may show the chat, and the key that their tag holds. */
export default function Access() {
  const { website: words } = texts.value
  const websites = useWebsites()
  return (
    <>
      <Title>{words.accessTitle}</Title>
      <WebsiteChoice websites={websites} />
      {websites?.shown && (
        <>
          <div class="head">
            <h2>{websites.shown.name}</h2>
            <Status deployment={websites.shown} />
          </div>
          <WebsiteOrigins deployment={websites.shown} />
          <WebsiteKey deployment={websites.shown} />
        </>
      )}
      {websites && !websites.shown && <NoWebsite />}
    </>
  )
}
