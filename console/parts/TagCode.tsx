import type { Deployment } from '../../server/contract/deployment.ts'
import { codeFor, type Platform, platforms } from '../platforms.ts'
import { obstacleOf } from '../reach.ts'
import { fill, texts } from '../strings.ts'
import { Copy } from './Copy.tsx'
import { Notice } from './Notice.tsx'
import { Tabs } from './Tabs.tsx'

/** The tag of a website, and where each platform takes it. */
export function TagCode({ deployment, script }: Props) {
  const { tag: words } = texts.value
  const src = script?.src ?? sourceOf(deployment)
  const tag = { src, key: deployment.widget_key, integrity: script?.integrity }
  return (
    <>
      <Reach src={src} deployment={deployment} />
      <Tabs<Platform> name="platform" label={words.platforms} tabs={platforms}>
        {(platform) => (
          <>
            <p>{words.where[platform]}</p>
            <Copy text={codeFor(platform, tag)} label={words.code} />
          </>
        )}
      </Tabs>
    </>
  )
}

/** Says before the tag is pasted that visitors could not load its script, and what is missing. */
function Reach({ src, deployment }: { src: string; deployment: Deployment }) {
  const { reach: words, newTab } = texts.value
  const script = URL.parse(src)
  const here = new URL(location.href)
  const obstacle = script && obstacleOf(script, deployment.allowed_origins, here)
  if (!obstacle) return null
  const places = { script: script.origin, here: here.origin }
  return (
    <Notice kind="note">
      <p>{fill(words.obstacles[obstacle], places)}</p>
      <ul>
        {Object.entries(words.ways).map(([path, label]) => (
          <li key={path}>
            <a href={`/svc/${path}`} target="_blank" rel="noreferrer">
              {label} <span class="visually-hidden">{newTab}</span>
            </a>
          </li>
        ))}
      </ul>
    </Notice>
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
