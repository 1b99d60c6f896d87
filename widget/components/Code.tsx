import type { ComponentChildren } from 'preact'
import { plainText } from '../plain-text.ts'
import type { AnswerContext } from './answer-context.ts'
import { CopyButton } from './CopyButton.tsx'

interface Props {
  language: string
  children: ComponentChildren
}

export function Code({ language, children }: Props, { strings }: AnswerContext) {
  return (
    <div class="code">
      <div class="code-header">
        <span>{language}</span>
        <CopyButton
          text={() => plainText(children).trimEnd()}
          label={strings.copyCode}
          strings={strings}
        />
      </div>
      <pre tabIndex={0} dir="ltr">
        <code>{children}</code>
      </pre>
    </div>
  )
}
