import { Component, type VNode } from 'preact'
import type { WidgetCitation } from '../../server/contract/widget.ts'
import { waiting } from '../answer.ts'
import { AnswerText } from '../components/AnswerText.tsx'
import { placesOf } from '../components/equal-markers.ts'
import { unfoldSource } from '../components/markers.ts'
import { NewTab, outside } from '../components/NewTab.tsx'
import type { PanelProps, Previewed } from '../components/panel-props.ts'
import type { Turn } from '../conversation.ts'
import { passageAddress, passageLink } from '../links.ts'
import { createMarkdown } from '../markdown.tsx'
import { Reactive } from '../reactive.ts'
import type { Strings } from '../strings.ts'
import { cardPlace, styleOf } from './card-place.ts'
import { markQuotes, unmark } from './mark-quotes.ts'

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
  #passages = new Map<string, Promise<WidgetCitation | undefined>>()

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
    if (type === 'click' && (target as Element).closest('.there')) this.#tellOpened()
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
    else if (detail === 0) this.#content?.querySelector<HTMLElement>('.preview .ways a')?.focus()
  }

  /** Returns whether the citation of the marker has a passage. */
  #preview(marker: HTMLElement): boolean {
    const { preview } = this.props
    if (preview.peek()?.marker === marker) return true
    const { id = '', citations } = this.#turnOf(marker)?.answer.peek() ?? {}
    const ordinal = Number(marker.dataset['ordinal'])
    const citation = citations?.find((candidate) => candidate.ordinal === ordinal)
    const place = cardPlace(marker, this.#content)
    if (!citation || !place) return false
    const places = placesOf(marker)
    const quotes = citation.quotes.filter((quote) => places.includes(quote.marker))
    if (!citation.snippet && quotes.length === 0) return false
    preview.value = { citation, marker, quotes, passage: this.#passageOf(id, ordinal), place }
    return true
  }

  #tellOpened() {
    const { chat, preview } = this.props
    const { marker, citation } = preview.peek() ?? {}
    const turn = marker && this.#turnOf(marker)
    if (turn && citation) void chat.tellOpened(turn, { citation: citation.ordinal })
  }

  #turnOf(marker: HTMLElement): Turn | undefined {
    const { key } = marker.closest<HTMLElement>('.turn')?.dataset ?? {}
    return this.props.chat.turns.peek().find((candidate) => candidate.key === key)
  }

  /** Asks for each passage once, unless it could not be had. */
  #passageOf(id: string, ordinal: number): Promise<WidgetCitation | undefined> {
    const key = `${id}/${ordinal}`
    const passage = this.#passages.get(key) ?? this.props.chat.api.citation(id, ordinal)
    this.#passages.set(key, passage)
    void passage.then((found) => found || this.#passages.delete(key))
    return passage
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
        {/* By its place, so that another marker of the source has its own quotation marked. */}
        {shown && <Card key={shown.place.edge} {...shown} strings={strings} />}
      </div>
    )
  }
}

interface CardState {
  /** Which of the quotations is in view. */
  step: number
  passage?: WidgetCitation | undefined
}

/**
 * Shows the words around a quotation, and the whole passage once it is there. Drawn again for those
 * alone, so that Preact leaves alone what is marked.
 */
class Card extends Component<Previewed & { strings: Strings }, CardState> {
  override state: CardState = { step: 0 }
  #card: HTMLElement | null = null
  #text: Element | null = null
  #places: Range[] = []
  #body: VNode | undefined
  #isOver = false

  override async componentDidMount() {
    if (this.props.place.sides) this.#card?.showPopover()
    const passage = await this.props.passage
    if (passage && !this.#isOver) this.setState({ passage })
  }

  override componentWillUnmount() {
    this.#isOver = true
    unmark(this.#places)
  }

  override shouldComponentUpdate(_: unknown, { step, passage }: CardState) {
    return step !== this.state.step || passage !== this.state.passage
  }

  override componentDidUpdate(_: unknown, before: CardState) {
    const { passage, step } = this.state
    if (!passage || !this.#text || !this.#card) return
    if (!before.passage) this.#places = markQuotes(this.#text, this.props.quotes)
    const place = this.#places[step]?.getBoundingClientRect()
    if (!place) return
    const { top, height } = this.#card.getBoundingClientRect()
    this.#card.scrollTop += place.top - top - Math.max(0, height - place.height) / 2
  }

  /** Stays the same as long as its text does, so that it is not drawn again. */
  #bodyOf(text: string): VNode {
    if (this.#body?.key === text) return this.#body
    const answer = { ...waiting, state: 'answered' as const, text }
    const { strings, citation } = this.props
    this.#body = (
      <AnswerText
        key={text}
        answer={answer}
        markdown={createMarkdown()}
        strings={strings}
        linkOf={(url) => passageLink(url, citation.url)}
      />
    )
    return this.#body
  }

  override render({ citation, quotes, place, strings }: Card['props']) {
    const { ordinal, title, anchor, snippet } = citation
    const { step, passage } = this.state
    const quote = quotes[step]
    const address = passageAddress(citation, quote)
    return (
      <div
        class="preview"
        data-above={place.above}
        popover={place.sides && 'manual'}
        style={styleOf(place)}
        ref={(card) => {
          this.#card = card
        }}
      >
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
            this.#text = passage
          }}
        >
          {passage || !quote ? (
            this.#bodyOf(passage?.markdown ?? snippet ?? '')
          ) : (
            <p class="text" dir="auto">
              {quote.prefix}
              <mark>{quote.exact}</mark>
              {quote.suffix}
            </p>
          )}
        </div>
        <p class="ways">
          {quotes.length > 1 && (
            <button
              type="button"
              class="quiet"
              onClick={() => this.setState({ step: (step + 1) % quotes.length })}
            >
              {step + 1} / {quotes.length}
            </button>
          )}
          {address && (
            <a class="there" href={address.href} {...outside}>
              {strings.openHere}
              <NewTab strings={strings} />
            </a>
          )}
        </p>
      </div>
    )
  }
}
