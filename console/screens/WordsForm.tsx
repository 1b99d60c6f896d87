import type { Appearance, SparseAppearance } from '../../server/contract/appearance.ts'
import type { Deployment } from '../../server/contract/deployment.ts'
import { send, write } from '../cache.ts'
import type { Draft } from '../drafts.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { ProposedQuestions } from './ProposedQuestions.tsx'

/** Only what is set. */
export function sparse(appearance: Appearance): SparseAppearance {
  const set = Object.entries(appearance).filter(([, value]) => value !== null)
  return Object.fromEntries(set)
}

const POSITIONS = ['bottom-right', 'bottom-left', 'inline-end', 'inline-start'] as const
const MAX_SUGGESTIONS = 6

/** What a website's visitors read first: greeting, starter questions, and where the button is. */
export function WordsForm({ website, draft }: Props) {
  const { look: words } = texts.value
  const { entry } = draft
  const params = { deployment_id: website.id }
  const change = (changed: Partial<Appearance>) => draft.set({ ...entry, ...changed })
  const suggestions = entry.suggestions ?? []

  const save = () =>
    attempt(async () => {
      const body = { ...entry, suggestions: filled(suggestions) }
      write('getAppearance', await send('replaceAppearance', { params, body }), { params })
      draft.saved()
      notify(texts.value.saved)
    })

  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset disabled={!may('assistant.publish')}>
        <section class="card">
          <h2>{words.chat}</h2>
          <Labelled label={words.greeting} hint={words.greetingHint}>
            {(ties) => (
              <textarea
                {...ties}
                rows={2}
                maxLength={300}
                value={entry.greeting ?? ''}
                onInput={({ currentTarget }) => change({ greeting: currentTarget.value || null })}
              />
            )}
          </Labelled>
          {suggestions.map((question, index) => (
            <Labelled key={index} label={fill(words.question, { n: `${index + 1}` })}>
              {(ties) => (
                <input
                  {...ties}
                  type="text"
                  maxLength={150}
                  value={question}
                  onInput={({ currentTarget }) =>
                    change({ suggestions: suggestions.with(index, currentTarget.value) })
                  }
                  onChange={() => change({ suggestions: filled(suggestions) })}
                />
              )}
            </Labelled>
          ))}
          {suggestions.length < MAX_SUGGESTIONS && (
            <ProposedQuestions
              assistantId={website.assistant_id}
              taken={suggestions}
              onTake={(question) => change({ suggestions: [...suggestions, question] })}
            />
          )}
          <Labelled label={words.position}>
            {(ties) => (
              <select
                {...ties}
                value={entry.position ?? ''}
                onChange={({ currentTarget }) =>
                  change({ position: POSITIONS.find((one) => one === currentTarget.value) ?? null })
                }
              >
                <option value="">{words.byTag}</option>
                {POSITIONS.map((position) => (
                  <option key={position} value={position}>
                    {words.positions[position]}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <div class="pairs">
            <Labelled label={words.launcher} hint={words.launcherHint}>
              {(ties) => (
                <input
                  {...ties}
                  type="text"
                  maxLength={40}
                  value={entry.launcher_label ?? ''}
                  onInput={({ currentTarget }) =>
                    change({ launcher_label: currentTarget.value || null })
                  }
                />
              )}
            </Labelled>
            <Labelled label={words.locale} hint={words.localeHint}>
              {(ties) => (
                <input
                  {...ties}
                  type="text"
                  maxLength={35}
                  spellcheck={false}
                  value={entry.locale ?? ''}
                  onInput={({ currentTarget }) => change({ locale: currentTarget.value || null })}
                />
              )}
            </Labelled>
          </div>
        </section>
      </fieldset>
      <SaveBar draft={draft} />
    </form>
  )
}

interface Props {
  website: Deployment
  draft: Draft<Appearance>
}

/** Without the questions that were emptied; null for none. */
function filled(suggestions: string[]): string[] | null {
  const kept = suggestions.filter((question) => question.trim() !== '')
  return kept.length > 0 ? kept : null
}
