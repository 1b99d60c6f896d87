import { signal } from '@preact/signals-core'
import type { ComponentChildren } from 'preact'
import type { WidgetConversation } from '../../server/contract/widget.ts'
import { isGone } from '../api.ts'
import { moveFocusSoon } from '../components/focus.ts'
import { Icon } from '../components/Icon.tsx'
import { NewTab, outside } from '../components/NewTab.tsx'
import type { PanelProps } from '../components/panel-props.ts'
import { Reactive } from '../reactive.ts'

/** What the visitor is asked to confirm: erasing one conversation, or everything. */
type Doubtful = WidgetConversation | 'everything'

/** The visitor's conversations, to open or erase one, and the control that erases everything. */
export class Menu extends Reactive<PanelProps> {
  /** Null while they are loaded. */
  #conversations = signal<readonly WidgetConversation[] | null>(null)
  #doubtful = signal<Doubtful | null>(null)
  #failure = signal('')
  #box: HTMLElement | null = null

  override componentDidMount() {
    this.#box?.focus()
    void this.#try(async () => {
      const all = await this.props.chat.api.conversations().catch(noneIfGone)
      this.#conversations.value = all.filter((conversation) => conversation.message_count > 0)
    })
  }

  /** Runs a request; says so when it fails. */
  async #try(request: () => Promise<void>) {
    this.#failure.value = ''
    try {
      await request()
    } catch (error) {
      const { code = 'unreachable' } = error as { code?: string }
      this.#failure.value = this.props.strings.failure(code)
    }
  }

  #close(to: Parameters<typeof moveFocusSoon>[1]) {
    this.props.menu.value = false
    moveFocusSoon({ currentTarget: this.#box }, to)
  }

  #erase = async (what: Doubtful) => {
    const { chat } = this.props
    this.#doubtful.value = null
    this.#box?.focus()
    await this.#try(async () => {
      if (what === 'everything') {
        await chat.forget()
        this.#close('textarea')
      } else {
        await chat.erase(what.id)
        const left = this.#conversations.peek()?.filter(({ id }) => id !== what.id)
        this.#conversations.value = left ?? null
      }
    })
  }

  /** The question whether to erase, in place of the control that asks for it. */
  #confirm(what: Doubtful, question: string) {
    const { strings } = this.props
    return (
      <div class="confirm" role="group" aria-label={question}>
        <span>{question}</span>
        <button type="button" class="chip danger" onClick={() => this.#erase(what)}>
          {strings.delete}
        </button>
        <button
          type="button"
          class="chip"
          ref={focusFirst}
          onClick={() => {
            this.#doubtful.value = null
            this.#box?.focus()
          }}
        >
          {strings.cancel}
        </button>
      </div>
    )
  }

  #row(conversation: WidgetConversation): ComponentChildren {
    const { chat, strings } = this.props
    const { id, title, updated_at } = conversation
    const isCurrent = chat.turns.value.length > 0 && chat.isCurrent(id)
    if (this.#doubtful.value === conversation) {
      return this.#confirm(conversation, strings.confirmOne)
    }
    return (
      <>
        <button
          type="button"
          class="source past"
          aria-current={isCurrent}
          onClick={() => {
            this.#close('.scroller')
            if (!isCurrent) void chat.openConversation(id)
          }}
        >
          <bdi class="title">{title}</bdi>
          <time class="anchor" dateTime={updated_at}>
            {new Date(updated_at).toLocaleDateString(strings.locale, {
              dateStyle: 'medium',
              numberingSystem: 'latn',
            })}
          </time>
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`${strings.delete}: ${title}`}
          onClick={() => {
            this.#doubtful.value = conversation
          }}
        >
          <Icon name="trash" />
        </button>
      </>
    )
  }

  override draw({ strings, privacyUrl }: PanelProps) {
    const conversations = this.#conversations.value
    const failure = this.#failure.value
    return (
      <div
        class="menu"
        role="region"
        aria-label={strings.menu}
        tabIndex={-1}
        ref={(box) => {
          this.#box = box
        }}
      >
        <h3 class="label">{strings.conversations}</h3>
        <p role="status">{failure || (conversations?.length === 0 && strings.noConversations)}</p>
        {!conversations && !failure && <p class="waiting" />}
        <ul>
          {conversations?.map((conversation) => (
            <li key={conversation.id}>{this.#row(conversation)}</li>
          ))}
        </ul>
        <div class="end">
          {this.#doubtful.value === 'everything' ? (
            this.#confirm('everything', strings.confirmAll)
          ) : (
            <button
              type="button"
              class="chip danger"
              onClick={() => {
                this.#doubtful.value = 'everything'
              }}
            >
              {strings.deleteAll}
            </button>
          )}
          {privacyUrl && (
            <a class="there" href={privacyUrl} {...outside}>
              {strings.privacy}
              <NewTab strings={strings} />
            </a>
          )}
        </div>
      </div>
    )
  }
}

/** A visitor that the service does not know has no conversations. */
function noneIfGone(error: unknown) {
  if (isGone(error)) return []
  throw error
}

/** The question takes the place of the control that had the focus. */
function focusFirst(button: HTMLElement | null) {
  button?.focus()
}
