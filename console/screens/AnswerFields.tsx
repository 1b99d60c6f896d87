import type { ComponentChildren } from 'preact'
import type { AnswerEntry, AnswerProblem } from '../curated.ts'
import type { Draft } from '../drafts.ts'
import { AnswerText } from '../parts/AnswerText.tsx'
import { AssistantsChoice } from '../parts/AssistantsChoice.tsx'
import { Check } from '../parts/Check.tsx'
import { Group } from '../parts/Group.tsx'
import { documentLink, Offers } from '../parts/Sources.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { TextField } from '../parts/TextField.tsx'
import { fill, texts } from '../strings.ts'

const MAX_QUESTIONS = 20
const MAX_LINKS = 5

interface Props {
  draft: Draft<AnswerEntry>
  problem: AnswerProblem | null
}

/** Everything that can be said of a written answer, and how a visitor sees it. */
export function AnswerFields({ isReadOnly, ...props }: Props & { isReadOnly: boolean }) {
  return (
    <fieldset disabled={isReadOnly}>
      <Questions {...props} />
      <Text {...props} />
      <Links {...props} />
      <Validity {...props} />
      <Assistants {...props} />
    </fieldset>
  )
}

function changed(draft: Draft<AnswerEntry>, changes: Partial<AnswerEntry>): void {
  draft.set({ ...draft.entry, ...changes })
}

function Questions({ draft, problem }: Props) {
  const { answer: words } = texts.value
  const { questions } = draft.entry
  const set = (list: string[]) => changed(draft, { questions: list })
  return (
    <Group legend={words.questions} hint={words.questionsHint}>
      {questions.map((question, at) => (
        <Removable
          key={at}
          label={fill(words.removeQuestion, { n: `${at + 1}` })}
          onRemove={questions.length > 1 ? () => set(questions.toSpliced(at, 1)) : null}
        >
          <TextField
            label={fill(words.question, { n: `${at + 1}` })}
            value={question}
            maxLength={500}
            problem={problem === 'missingQuestion' && at === 0 ? words.missingQuestion : null}
            onInput={(text) => set(questions.with(at, text))}
          />
        </Removable>
      ))}
      {questions.length < MAX_QUESTIONS && (
        <button class="button" type="button" onClick={() => set([...questions, ''])}>
          {words.addQuestion}
        </button>
      )}
    </Group>
  )
}

function Text({ draft, problem }: Props) {
  const { answer: words } = texts.value
  const { text, links } = draft.entry
  const shown = links
    .filter(({ title, url }) => title && url)
    .map(({ title, url }) => documentLink(title, url))
  return (
    <div class="answer-beside">
      <TextArea
        label={words.text}
        hint={words.textHint}
        problem={problem === 'missingText' ? words.missingText : null}
        rows={10}
        maxLength={8000}
        value={text}
        onInput={(entered) => changed(draft, { text: entered })}
      />
      <section class="answer-preview">
        <h2>{words.preview}</h2>
        {text.trim() ? (
          <AnswerText text={text} citations={links.map(toCitation)} />
        ) : (
          <p class="hint">{words.previewEmpty}</p>
        )}
        <Offers links={shown} />
      </section>
    </div>
  )
}

/** The links of an answer are its sources, so its text may lead to their websites. */
function toCitation({ title, url }: AnswerEntry['links'][number], at: number) {
  const unknown = { snippet: null, anchor: null, score: null, quotes: [] }
  return { source_id: '', ordinal: at + 1, title, url, ...unknown }
}

function Links({ draft, problem }: Props) {
  const { answer: words } = texts.value
  const { links } = draft.entry
  const set = (list: AnswerEntry['links']) => changed(draft, { links: list })
  const named = (text: string, at: number) => fill(text, { n: `${at + 1}` })
  return (
    <Group legend={words.links}>
      {links.map((link, at) => (
        <Removable
          key={at}
          label={named(words.removeLink, at)}
          onRemove={() => set(links.toSpliced(at, 1))}
        >
          <TextField
            label={named(words.linkTitle, at)}
            value={link.title}
            maxLength={200}
            onInput={(title) => set(links.with(at, { ...link, title }))}
          />
          <TextField
            label={named(words.linkUrl, at)}
            type="url"
            value={link.url}
            maxLength={2000}
            placeholder="https://"
            onInput={(url) => set(links.with(at, { ...link, url }))}
          />
        </Removable>
      ))}
      {problem === 'wrongLink' && <p class="problem">{words.wrongLink}</p>}
      {links.length < MAX_LINKS && (
        <button
          class="button"
          type="button"
          onClick={() => set([...links, { title: '', url: '' }])}
        >
          {words.addLink}
        </button>
      )}
    </Group>
  )
}

function Validity({ draft, problem }: Props) {
  const { answer: words } = texts.value
  const { until, enabled } = draft.entry
  return (
    <div class="validity">
      <TextField
        label={words.until}
        hint={words.untilHint}
        problem={problem === 'wrongUntil' ? words.wrongUntil : null}
        type="date"
        value={until}
        onInput={(day) => changed(draft, { until: day })}
      />
      <Check
        label={words.enabled}
        isChecked={enabled}
        onChange={(isOn) => changed(draft, { enabled: isOn })}
      />
    </div>
  )
}

function Assistants({ draft }: Props) {
  const { answer: words } = texts.value
  return (
    <AssistantsChoice
      legend={words.assistants}
      all={words.allAssistants}
      chosen={draft.entry.assistant_ids}
      onChoose={(assistant_ids) => changed(draft, { assistant_ids })}
    />
  )
}

/** Entries of a list, with a button that takes them away. */
function Removable({
  label,
  onRemove,
  children,
}: {
  label: string
  onRemove: (() => void) | null
  children: ComponentChildren
}) {
  return (
    <div class="removable">
      {children}
      {onRemove && (
        <button class="button" type="button" aria-label={label} title={label} onClick={onRemove}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}
