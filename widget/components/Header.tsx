import { reactive } from '../reactive.ts'
import { moveFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import type { PanelProps } from './panel-props.ts'

export const Header = reactive(({ name, brand, strings, chat, inline, onClose }: PanelProps) => {
  const { assets, identity } = brand
  return (
    <header class="header" part="header">
      {assets?.logoMark ? (
        <img
          class="mark"
          src={assets.logoMark}
          alt=""
          onError={({ currentTarget }) => currentTarget.remove()}
        />
      ) : (
        <span class="mark">
          <Icon name="spark" />
        </span>
      )}
      <div class="titles">
        <h2 class="name">{name}</h2>
        {identity?.tagline && <p class="tagline">{identity.tagline}</p>}
      </div>
      <button
        type="button"
        class="quiet"
        aria-label={strings.newConversation}
        onClick={(event) => {
          moveFocus(event, 'textarea')
          chat.startOver()
        }}
        disabled={chat.turns.value.length === 0}
      >
        <Icon name="compose" />
      </button>
      {!inline && (
        <button type="button" class="quiet" aria-label={strings.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </header>
  )
})
