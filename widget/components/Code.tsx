import type { ComponentChildren } from 'preact'
import { plainText } from '../plain-text.ts'
import type { AnswerContext } from './answer-context.ts'
import { CopyButton } from './CopyButton.tsx'
import { EnlargeButton } from './EnlargeButton.tsx'
import { Icon } from './Icon.tsx'
import { toggle } from './toggle.ts'
import { onToggle, watchWidth } from './wide.ts'

interface Props {
  language: string
  children: ComponentChildren
}

export function Code({ language, children }: Props, { strings }: AnswerContext) {
  return (
    <div class="frame code" dir="ltr" popover="auto" onToggle={onToggle}>
      <div class="code-header">
        <span>{language}</span>
        <button
          type="button"
          class="quiet wide"
          aria-label={strings.wrap}
          aria-pressed={false}
          onClick={(event) => toggle(event, event.currentTarget.closest('.frame'), 'data-wrapped')}
        >
          <Icon name="wrap" />
        </button>
        <EnlargeButton strings={strings} />
        <CopyButton
          text={() => plainText(children).trimEnd()}
          label={strings.copyCode}
          strings={strings}
        />
      </div>
      <pre tabIndex={0} ref={watchWidth}>
        <code>{children}</code>
      </pre>
    </div>
  )
}
