import { setImmediate as otherWork } from 'node:timers/promises'
import type { AnswerLink, Citation } from '../contract/conversation.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { LanguageModel, ModelEvent, Prompt } from '../models/ports.ts'
import type { Retrieval, RetrievedPassage } from '../retrieval/retrieval.ts'
import { contentWordsOf, type QuestionWord } from '../text/question.ts'
import type { Span } from '../text/sentences.ts'
import { asksBack, CLARIFICATION } from './asking-back.ts'
import type { CheckAnswer, CheckedAnswer, UncheckedAnswer } from './cited/check-answer.ts'
import { type CitedText, createCitations } from './cited/citations.ts'
import { citedUrl } from './cited/cited-section.ts'
import { contentWordsIn } from './cited/content-terms.ts'
import type { CitedPassage } from './cited/evidence.ts'
import { excerptOf } from './cited/excerpt.ts'
import { abstain, completed, declinedWith, withdraw } from './closing-events.ts'
import { declined } from './declined.ts'
import { kindOf } from './gate.ts'
import { generate, type ModelTimeouts } from './generate.ts'
import type { MannersReply } from './manners/reply.ts'
import { besideSection, furtherDocuments, pointedLinks } from './offers.ts'
import { HOLD_MS, showChecked } from './show-checked.ts'
import { markCited } from './trace.ts'
import { elapsed, type TurnUsage } from './turn-usage.ts'
import { verify } from './verify.ts'

export interface WriteNeeds {
  checkAnswer: CheckAnswer
  /** A random word that nobody can predict. */
  newBoundary: () => string
  timeouts: ModelTimeouts
  /** How long text waits for the end of its sentence, in milliseconds; 0: not at all. */
  holdMs?: number
}

/** What an answer is written from. */
export interface Writing {
  prompt: Prompt
  passages: RetrievedPassage[]
  pointed: Retrieval['pointed']
  question: string
  answer_id: string
  model: LanguageModel
  /** null: verification is off, or the budget does not allow it. */
  verifier: LanguageModel | null
  refuse: () => Promise<MannersReply>
}

/**
 * After so many characters other work of the thread runs: a provider may send text in one piece,
 * or faster than it is read. Each delta counts as some characters more.
 */
const CHARS_AT_ONCE = 4096
const DELTA_CHARS = 20

/**
 * Prompt → answer: asks the model, cites, checks. Yields the events from the first text up to
 * `answer.completed` (docs/behaviour.md#streams). Throws `provider_failure`. The built-in model's
 * text is shown as it comes, because it quotes.
 */
export function createWriteAnswer(needs: WriteNeeds) {
  const { checkAnswer, newBoundary, timeouts, holdMs = HOLD_MS } = needs
  return async function* write(
    writing: Writing,
    usage: TurnUsage,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const { prompt, passages, pointed, question, answer_id, model, verifier, refuse } = writing
    const writer = kindOf(model)
    const written = createCitations(
      passages.length,
      writer === 'builtin' ? 'bracketed' : 'any',
      'numbers',
    )
    const draft = createDraft(passages)
    let text = ''
    let quoted: Span[][] | undefined
    let finish_reason: string | null = null

    const events = numbered(declined(generate(model, prompt, timeouts, signal)))
    for await (const event of holdMs > 0 && writer === 'configured' ? shown(events) : events) {
      if (event.type === 'text') {
        yield* draft.show(event.text)
        continue
      }
      finish_reason = event.reason
      quoted = event.quoted
      usage.input_tokens += event.input_tokens
      usage.output_tokens += event.output_tokens
    }

    if (text === '') {
      const reply = await refuse()
      const reason = writer === 'builtin' ? 'insufficient_support' : 'model_declined'
      yield* abstain({ answer_id, reply, reason, finish_reason })
      return
    }
    if (written.order.length === 0 && asksBack(text)) {
      yield* draft.settle(text, [])
      const reply = { text, links: [] }
      yield* declinedWith({ answer_id, reply, reason: CLARIFICATION, finish_reason: CLARIFICATION })
      return
    }
    const checked = await finalCheck()
    usage.steps.removed = checked.removed
    if (checked.text === '') {
      yield* withdraw({ answer_id, reply: await refuse(), finish_reason })
      return
    }
    const citations = checked.citations.flatMap(({ number, sentence, ...found }, at) => {
      const passage = passages[number - 1]
      const clue = () => contentWordsIn(sentence)
      return passage ? [citation(passage, { ordinal: at + 1, ...found, clue })] : []
    })
    markCited(usage, citations)
    yield* draft.settle(checked.text, citations)
    yield { type: 'answer.sources', data: { citations } }
    // A configured model has read all passages, and chosen; the built-in one quotes the first.
    const further = writer === 'builtin' ? furtherDocuments(passages, citations) : []
    const links = besideSection(uncited(pointed, { passages, citations }), further)
    if (links.length > 0) yield { type: 'answer.links', data: { links } }
    yield completed({ answer_id, finish_reason, abstention_reason: null })

    /** The text with markers that bear the numbers of passages. */
    async function* numbered(source: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
      let readAtOnce = 0
      for await (const event of source) {
        if (event.type === 'text') {
          usage.timings_ms.first_token ??= elapsed(usage)
          for (let at = 0; at < event.text.length; at += CHARS_AT_ONCE) {
            const piece = event.text.slice(at, at + CHARS_AT_ONCE)
            readAtOnce += piece.length + DELTA_CHARS
            if (readAtOnce > CHARS_AT_ONCE) {
              await otherWork()
              readAtOnce = 0
            }
            yield* noted(written.push(piece))
          }
          continue
        }
        yield* noted(written.end())
        yield event
      }
    }

    function* noted(piece: CitedText): Generator<ModelEvent> {
      text += piece.text
      if (piece.text !== '') yield { type: 'text', text: piece.text }
    }

    function shown(source: AsyncIterable<ModelEvent>): AsyncIterable<ModelEvent> {
      const check = async (part: string) =>
        (await checkAnswer({ ...unchecked(part), isPart: true }, signal)).text
      return showChecked(source, check, holdMs)
    }

    /** By the rules, and by the verifier where they cannot tell. */
    async function finalCheck(): Promise<CheckedAnswer> {
      const checked = await checkAnswer(unchecked(text), signal)
      if (!verifier || checked.doubtful.length === 0) return checked
      const sentences = checked.doubtful
      const request = { ...unchecked(text), sentences, boundary: newBoundary() }
      const refuted = await verify(request, { model: verifier, usage, signal })
      if (refuted.length === 0) return checked
      return checkAnswer({ ...unchecked(text), refuted }, signal)
    }

    function unchecked(text: string): UncheckedAnswer {
      return { text, passages: passages.map(citedPassage), question, writer, quoted }
    }
  }
}

/** What the reader has of an answer. */
function createDraft(passages: RetrievedPassage[]) {
  const ordinals = createCitations(passages.length)
  const sources: Citation[] = []
  let text = ''

  return {
    /**
     * Shows more text, whose markers bear the numbers of passages. Announces sources before the
     * text that first cites them (docs/behaviour.md#streams).
     */
    *show(more: string): Generator<StreamEvent> {
      const step = ordinals.push(more)
      text += step.text
      const clue = step.cited.length > 0 ? contentWordsOf(text.slice(-CLUE_CHARS)) : []
      for (const number of step.cited) {
        const passage = passages[number - 1]
        if (!passage) continue
        const snippet = excerptOf(passage.text, clue)
        sources.push(citation(passage, { ordinal: sources.length + 1, snippet, clue: () => clue }))
      }
      if (step.cited.length > 0) yield { type: 'answer.sources', data: { citations: [...sources] } }
      if (step.text !== '') yield { type: 'answer.delta', data: { text: step.text } }
    },

    /** Shows the rest of the final text, or replaces what was shown. */
    *settle(final: string, citations: Citation[]): Generator<StreamEvent> {
      if (final === text) return
      if (citations.length > sources.length) yield { type: 'answer.sources', data: { citations } }
      yield final.startsWith(text)
        ? { type: 'answer.delta', data: { text: final.slice(text.length) } }
        : { type: 'answer.replaced', data: { text: final } }
    },
  }
}

/** How much of the text tells which part of a passage it cites. */
const CLUE_CHARS = 300

function citation(
  passage: RetrievedPassage,
  {
    ordinal,
    snippet,
    clue,
    quotes = [],
  }: Pick<Citation, 'ordinal' | 'snippet'> & {
    clue: () => QuestionWord[]
    quotes?: Citation['quotes']
  },
): Citation {
  const { source_id, title, anchor, score } = passage
  const url = citedUrl(passage, clue)
  return { source_id, ordinal, title, url, snippet, anchor, score, quotes }
}

/** The section that an owner pointed to, unless the answer cites it. */
function uncited(
  pointed: Retrieval['pointed'],
  { passages, citations }: { passages: RetrievedPassage[]; citations: Citation[] },
): AnswerLink[] {
  const cited = new Set(citations.map(({ source_id }) => source_id))
  const isCited = passages.some(
    ({ source_id, document_id, anchor }) =>
      cited.has(source_id) && document_id === pointed?.document_id && anchor === pointed.anchor,
  )
  return isCited ? [] : pointedLinks({ pointed })
}

/** The part of a passage that the checks read, in another thread. */
function citedPassage({ title, url, anchor, text }: RetrievedPassage): CitedPassage {
  return { title, url, anchor, text }
}
