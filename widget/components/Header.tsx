import type { SparseBrand } from '../../server/contract/branding.ts'
import type { Chat } from '../chat.ts'
import { reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { toComposer } from './focus.ts'
import { Icon } from './Icon.tsx'

interface Props {
  name: string
  brand: SparseBrand
  strings: Strings
  chat: Chat
  /** Null where there is nothing to close. */
  onClose: (() => void) | null
}

export const Header = reactive(({ name, brand, strings, chat, onClose }: Props) => (
  <header class="header" part="header">
    <Mark brand={brand} />
    <div class="titles">
      <h2 class="name">{name}</h2>
      {brand.identity?.tagline && <p class="tagline">{brand.identity.tagline}</p>}
    </div>
    <button
      type="button"
      class="quiet"
      aria-label={strings.newConversation}
      onClick={(event) => {
        toComposer(event)
        chat.startOver()
      }}
      disabled={chat.turns.value.length === 0}
    >
      <Icon name="compose" />
    </button>
    {onClose && (
      <button type="button" class="quiet" aria-label={strings.close} onClick={onClose}>
        <Icon name="close" />
      </button>
    )}
  </header>
))

function Mark({ brand: { assets } }: { brand: SparseBrand }) {
  if (assets?.logoMark) return <img class="mark" src={assets.logoMark} alt="" />
  return (
    <span class="mark">
      <Icon name="spark" />
    </span>
  )
}
