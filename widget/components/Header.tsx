import { reactive } from '../reactive.ts'
import { moveFocusSoon } from './focus.ts'
import { Icon } from './Icon.tsx'
import type { PanelProps } from './panel-props.ts'
import { toggle } from './toggle.ts'

/** No `<header>`, which would be a second banner of the page. */
export const Header = reactive((panel: PanelProps) => {
  const { name, brand, strings, chat, menu, extras, inline, onClose } = panel
  const { assets, identity } = brand
  return (
    <div class="header" part="header">
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
        <h2 class="name" dir="auto">
          {name}
        </h2>
        {identity?.tagline && (
          <p class="tagline" dir="auto">
            {identity.tagline}
          </p>
        )}
      </div>
      <button
        type="button"
        class="quiet"
        aria-label={strings.menu}
        aria-expanded={menu.value}
        onClick={() => {
          extras.load()
          menu.value = !menu.peek()
        }}
      >
        <Icon name="menu" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={strings.newConversation}
        onClick={({ currentTarget }) => {
          menu.value = false
          chat.startOver()
          moveFocusSoon({ currentTarget }, 'textarea')
        }}
        disabled={chat.turns.value.length === 0}
      >
        <Icon name="compose" />
      </button>
      {!inline && (
        <>
          <button
            type="button"
            class="quiet size"
            aria-label={strings.enlarge}
            aria-expanded={false}
            onClick={(event) => toggle(event, event.currentTarget.closest('.panel'), 'data-large')}
          >
            <Icon name="enlarge" />
          </button>
          <button type="button" class="quiet" aria-label={strings.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </>
      )}
    </div>
  )
})
