import { useSignal } from '@preact/signals'
import type { Model, ModelTest } from '../../server/contract/model.ts'
import type { Usage } from '../../server/contract/usage.ts'
import type { Edited } from '../assistant.ts'
import { send, useRead } from '../cache.ts'
import type { Draft } from '../drafts.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { attempt } from '../parts/Toast.tsx'
import { fill, region, texts } from '../strings.ts'

const BUILT_IN = 'builtin/extractive'
/** Ends the selector of a provider whose models are not listed. */
const OPEN_END = '…'

/** The model that writes the answers: whether it works, and what it would cost. */
export function AssistantModel({ draft }: { draft: Draft<Edited> }) {
  const { assistant: words } = texts.value
  const entry = useRead('listModels')
  const usage = useRead('getUsage').value.value
  return (
    <section class="card">
      <h2>{words.model}</h2>
      <p>{words.modelLead}</p>
      <Loaded of="listModels" entry={entry}>
        {({ data }) => {
          const models = data.filter(({ kind }) => kind === 'language')
          return (
            <div class="options" role="radiogroup" aria-label={words.model}>
              {models.map((model) => (
                <ModelOption key={model.selector} model={model} draft={draft} usage={usage} />
              ))}
            </div>
          )
        }}
      </Loaded>
      <TestModel key={draft.entry.model} selector={draft.entry.model} />
    </section>
  )
}

function ModelOption({ model, draft, usage }: ModelProps) {
  const { assistant: words } = texts.value
  const { selector } = model
  const isOpen = selector.endsWith(OPEN_END)
  const prefix = selector.replace(OPEN_END, '')
  const current = draft.entry.model
  const isChosen = isOpen ? current.startsWith(prefix) : current === selector
  const choose = (chosen: string) => draft.set({ ...draft.entry, model: chosen })
  return (
    <div class="option" data-chosen={isChosen}>
      <label>
        <input type="radio" name="model" checked={isChosen} onChange={() => choose(prefix)} />
        <span>
          {selector === BUILT_IN ? words.builtIn : selector}
          <small>{selector === BUILT_IN ? words.builtInLead : shownCost(model, usage)}</small>
        </span>
      </label>
      {isOpen && isChosen && (
        <Labelled label={words.modelName} hint={words.modelNameHint}>
          {(ties) => (
            <input
              {...ties}
              type="text"
              spellcheck={false}
              value={current.slice(prefix.length)}
              onInput={({ currentTarget }) => choose(prefix + currentTarget.value)}
            />
          )}
        </Labelled>
      )}
    </div>
  )
}

interface ModelProps {
  model: Model
  draft: Draft<Edited>
  usage: Usage | undefined
}

/** Tokens of an answer before any was counted: twenty passages, and a paragraph. */
const TYPICAL = { input: 3000, output: 250 }

function shownCost({ price }: Model, usage: Usage | undefined): string {
  const { assistant: words } = texts.value
  if (!price) return words.noPrice
  const { input, output } = tokensOf(usage)
  const cost = (input * price.input + output * price.output) / 1000
  const style = { maximumSignificantDigits: 2 }
  return fill(words.cost, { cost: cost.toLocaleString(region.value, style) })
}

/** Tokens of an answer on average, as they were counted here. */
function tokensOf(usage: Usage | undefined) {
  const counted = usage?.by_model.filter(({ input_tokens }) => input_tokens > 0) ?? []
  const sum = (name: 'input_tokens' | 'output_tokens' | 'questions') =>
    counted.reduce((total, counts) => total + counts[name], 0)
  const questions = sum('questions')
  if (questions === 0) return TYPICAL
  return { input: sum('input_tokens') / questions, output: sum('output_tokens') / questions }
}

function TestModel({ selector }: { selector: string }) {
  const { assistant: words } = texts.value
  const result = useSignal<ModelTest | 'running' | null>(null)
  const found = result.value

  const test = () =>
    attempt(async () => {
      result.value = 'running'
      try {
        result.value = await send('testModel', { body: { selector } })
      } finally {
        if (result.value === 'running') result.value = null
      }
    })

  return (
    <div class="actions">
      <button class="button" type="button" aria-disabled={found === 'running'} onClick={test}>
        {words.test}
      </button>
      <p role="status" class={found && found !== 'running' && !found.ok ? 'problem' : 'hint'}>
        {found === 'running' && words.testing}
        {found && found !== 'running' && shownTest(found)}
      </p>
    </div>
  )
}

function shownTest({ ok, first_token_ms, message }: ModelTest): string {
  const { assistant: words } = texts.value
  if (!ok) return fill(words.fails, { message })
  const seconds = ((first_token_ms ?? 0) / 1000).toLocaleString(region.value, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 2,
  })
  return fill(words.works, { time: seconds })
}
