import { useSignal } from '@preact/signals'
import type { Assistant } from '../../server/contract/assistant.ts'
import type { BrandingLayer } from '../../server/contract/branding.ts'
import { refresh, useRead } from '../cache.ts'
import { publicPart } from '../look.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { Preview } from '../parts/Preview.tsx'
import { NextStep } from '../parts/StepList.tsx'
import type { Stage } from '../preview/stage.ts'
import { texts } from '../strings.ts'

const SHOWN = 3

/** Questions that the knowledge suggests, asked in the widget as a visitor would. */
export function SetupQuestions({
  assistant,
  layer,
}: {
  assistant: Assistant
  layer: BrandingLayer
}) {
  const { setup: words } = texts.value
  const { id: assistant_id } = assistant
  const entry = useRead('suggestQuestions', { params: { assistant_id } })
  const stage = useSignal<Stage | null>(null)
  return (
    <div class="with-preview">
      <section class="card">
        <h2>{words.questionsTitle}</h2>
        <Loaded of="suggestQuestions" entry={entry}>
          {({ questions }) =>
            questions.length > 0 && (
              <>
                <p>{words.questionsLead}</p>
                <ul class="suggested">
                  {questions.slice(0, SHOWN).map((question) => (
                    <li key={question}>
                      <button
                        class="button"
                        type="button"
                        onClick={() => stage.value?.ask(question)}
                      >
                        {question}
                      </button>
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </Loaded>
        <p>{words.questionsOwn}</p>
        <NextStep step="tag" label={words.toTag} />
      </section>
      <Preview
        title={words.preview}
        look={{
          brand: publicPart(layer),
          appearance: {},
          theme: 'light',
          dir: 'ltr',
        }}
        assistantId={assistant_id}
        stage={(made) => {
          stage.value = made
          made.onAnswer(() => refresh('getUsage'))
        }}
      />
    </div>
  )
}
