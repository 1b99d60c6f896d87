import type { Strings } from '../strings.ts'
import { Icon } from './Icon.tsx'

/** Attributes of a link to a site that is not trusted. */
export const outside = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' }

/** Tells within a link that it opens in a new tab. */
export function NewTab({ strings }: { strings: Strings }) {
  return (
    <>
      <Icon name="external" />
      <span class="visually-hidden">{strings.newTab}</span>
    </>
  )
}
