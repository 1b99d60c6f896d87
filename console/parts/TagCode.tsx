import type { Deployment } from '../../server/contract/deployment.ts'
import { codeFor, type Platform, platforms } from '../platforms.ts'
import { texts } from '../strings.ts'
import { Copy } from './Copy.tsx'
import { Tabs } from './Tabs.tsx'

/** The tag of a website, and where each platform takes it. */
export function TagCode({ deployment, script }: Props) {
  const { tag: words } = texts.value
  const src = script?.src ?? sourceOf(deployment)
  const tag = { src, key: deployment.widget_key, integrity: script?.integrity }
  return (
    <Tabs<Platform> name="platform" label={words.platforms} tabs={platforms}>
      {(platform) => (
        <>
          <p>{words.where[platform]}</p>
          <Copy text={codeFor(platform, tag)} label={words.code} />
        </>
      )}
    </Tabs>
  )
}

interface Props {
  deployment: Deployment
  /** A script pinned to its version, in place of the one that is updated with the service. */
  script?: { src: string; integrity: string } | null
}

/** The address of the script, which the service knows by its public URL. */
function sourceOf({ snippet }: Deployment): string {
  return / src="([^"]*)"/.exec(snippet)?.[1]?.replaceAll('&amp;', '&') ?? ''
}
