import type { Deployment } from '../../server/contract/deployment.ts'
import { together, useRead } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { publicPart } from '../look.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Title } from '../parts/Title.tsx'
import { WebsiteChoice } from '../parts/WebsiteChoice.tsx'
import { texts } from '../strings.ts'
import '../styles/look.css'
import { useWebsites } from '../websites.ts'
import { NoWebsite } from './NoWebsite.tsx'
import { Stage } from './Stage.tsx'
import { sparse, WordsForm } from './WordsForm.tsx'

/** The first words of a website's chat, beside the widget, which shows each change at once. */
export default function Words() {
  const { look: words } = texts.value
  const websites = useWebsites()
  return (
    <>
      <Title>{words.wordsTitle}</Title>
      <p class="lead">{words.wordsLead}</p>
      <WebsiteChoice websites={websites} />
      {websites?.shown && <Editor key={websites.shown.id} website={websites.shown} />}
      {websites && !websites.shown && <NoWebsite />}
    </>
  )
}

function Editor({ website }: { website: Deployment }) {
  const params = { deployment_id: website.id }
  const entry = together(useRead('getAppearance', { params }), useRead('getBranding'))
  return (
    <Loaded of={['getAppearance', 'getBranding']} entry={entry}>
      {([appearance, branding]) => {
        const draft = draftOf(`chat ${website.id}`, appearance)
        return (
          <div class="with-preview look">
            <WordsForm website={website} draft={draft} />
            <Stage
              look={{ brand: publicPart(branding.layer), appearance: sparse(draft.entry) }}
              website={website}
            />
          </div>
        )
      }}
    </Loaded>
  )
}
