import { Component } from 'preact'
import type { Citation } from '../../server/contract/conversation.ts'
import { waiting } from '../answer.ts'
import { AnswerText } from '../components/AnswerText.tsx'
import { unfoldSource } from '../components/markers.ts'
import { NewTab, outside } from '../components/NewTab.tsx'
import type { PanelProps, Previewed } from '../components/panel-props.ts'
import { passageAddress } from '../links.ts'
import { createMarkdown } from '../markdown.tsx'
import { Reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { markSupport } from './mark-support.ts'

/** Distance of the card from its marker. */
const GAP_PX = 6

/** Time for the pointer to cross from a marker to its card. */
const HIDE_DELAY_MS = 400

/** `pointermove` as well, because text that scrolls under a resting pointer fires `pointerover`. */
const EVENTS = ['pointermove', 'pointerover', 'pointerleave', 'focusin', 'click']

/**
 * Shows the passage of the marker under the pointer or with the focus, in a card at the marker.
 * Hides it soon after both have left marker and card.
 */
export class Preview extends Reactive<PanelProps> {
  #content: Element | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    const panel = this.#content?.closest('.panel')
    for (const type of EVENTS) panel?.addEventListener(type, this.#onEvent)
    const waiting = panel?.querySelector<HTMLElement>('.cite:is(:hover, :focus)')
    if (waiting) this.#preview(waiting)
  }

  #onEvent = (event: Event) => {
    const { type, target } = event
    const marker = (target as Element).closest<HTMLElement>('.cite')
    if (marker && type !== 'pointerover') {
      const isShown = this.#preview(marker)
      if (type === 'click') this.#follow(marker, isShown, event as MouseEvent)
    }
    if (type !== 'pointermove' && type !== 'click') this.#keepOrHide(event)
  }

  #keepOrHide({ type, target, pointerType }: Event & { pointerType?: string }) {
    clearTimeout(this.#timer)
    // A finger leaves the panel with each tap.
    const isLifted = type === 'pointerleave' && pointerType === 'touch'
    if (isLifted || (target as Element).closest('.cite, .preview')) return
    this.#timer = setTimeout(() => {
      this.props.preview.value = null
    }, HIDE_DELAY_MS)
  }

  /** A click on a marker; by the keyboard (detail 0) it goes on to the link of the card. */
  #follow(marker: HTMLElement, isShown: boolean, { detail }: MouseEvent) {
    if (!isShown) unfoldSource(marker)
    else if (detail === 0) this.#content?.querySelector<HTMLElement>('.preview a')?.focus()
  }

  /** Returns whether the citation of the marker has a passage. */
  #preview(marker: HTMLElement): boolean {
    const { preview } = this.props
    if (preview.peek()?.marker === marker) return true
    const citation = this.#citationOf(marker)
    const view = marker.closest('.scroller')?.getBoundingClientRect()
    const content = this.#content?.getBoundingClientRect()
    if (!citation?.snippet || !view || !content) return false
    const { top, bottom } = marker.getBoundingClientRect()
    const above = top > view.top + view.height / 2
    const edge = above ? top - GAP_PX : bottom + GAP_PX
    preview.value = { citation, marker, claim: claimOf(marker), above, top: edge - content.top }
    return true
  }

  #citationOf(marker: HTMLElement): Citation | undefined {
    const { key } = marker.closest<HTMLElement>('.turn')?.dataset ?? {}
    const turn = this.props.chat.turns.peek().find((candidate) => candidate.key === key)
    const ordinal = Number(marker.dataset['ordinal'])
    return turn?.answer.peek().citations.find((candidate) => candidate.ordinal === ordinal)
  }

  override draw({ preview, strings }: PanelProps) {
    const shown = preview.value
    return (
      <div
        class="previews"
        ref={(box) => {
          this.#content = box?.parentElement ?? null
        }}
      >
        {/* By its place, so that another marker of the source has its own sentence marked. */}
        {shown && <Card key={shown.top} {...shown} strings={strings} />}
      </div>
    )
  }
}

/** Drawn once, so that Preact leaves alone what is marked in it. */
class Card extends Component<Previewed & { strings: Strings }> {
  override shouldComponentUpdate() {
    return false
  }

  override render({ citation, claim, top, above, strings }: Card['props']) {
    const { ordinal, title, anchor, snippet } = citation
    const address = passageAddress(citation)
    const answer = { ...waiting, state: 'answered' as const, text: snippet ?? '' }
    return (
      <div class="preview" data-above={above} style={{ insetBlockStart: `${top}px` }}>
        <p class="from">
          <span class="number">{ordinal}</span>
          <span class="about">
            <bdi class="title">{title || address?.host || strings.untitled}</bdi>
            {anchor && <bdi class="anchor">{anchor}</bdi>}
          </span>
        </p>
        <div
          id="preview"
          ref={(passage) => {
            if (passage) markSupport(passage, claim)
          }}
        >
          <AnswerText answer={answer} markdown={createMarkdown()} strings={strings} />
        </div>
        {address && (
          <a class="there" href={address.href} {...outside}>
            {strings.openHere}
            <NewTab strings={strings} />
          </a>
        )}
      </div>
    )
  }
}

/** Text around a marker, joined by spaces so that its number does not stick to a word. */
function claimOf(marker: HTMLElement): string {
  const nodes = marker.closest('p, li, tr')?.childNodes ?? []
  return Array.from(nodes, ({ textContent }) => textContent).join(' ')
}
