import type { Page } from 'playwright-core'
import { linkTo } from '../../server/answering/offers.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { Example } from './widget-examples.ts'
import { answered, completed, type Script, type WidgetServer, widgetKey } from './widget-server.ts'

/** A page on which the widget is closed and has no conversation, and the server behind it. */
export interface Stage {
  page: Page
  server: WidgetServer
  example: Example
}

/** Every state of the widget: each function puts a new stage into the state of its name. */
export const scenes = {
  async closed({ page }: Stage) {
    await page.locator('.launcher').waitFor()
  },

  open: openPanel,

  async gone(stage: Stage) {
    await stage.page.evaluate(
      (name) =>
        localStorage.setItem(
          name,
          JSON.stringify({ visitor_token: 'svc_vt_test', conversation_id: 'gone' }),
        ),
      `svc:${widgetKey}`,
    )
    await openPanel(stage)
    await stage.page.locator('.note').waitFor()
  },

  async waiting(stage: Stage) {
    await ask(stage, pausing([]))
    await stage.page.locator('[data-state="waiting"]').waitFor()
  },

  async streaming(stage: Stage) {
    const { text, citations } = stage.example.answer
    await ask(
      stage,
      pausing([
        { type: 'answer.sources', data: { citations: citations.slice(0, 1) } },
        delta(text.slice(0, text.indexOf(' ', text.length / 2))),
      ]),
    )
    await stage.page.locator('[data-state="streaming"] .text').waitFor()
  },

  answered: askAndWait,

  async everything(stage: Stage) {
    await askAndWait(stage, EVERYTHING)
  },

  async preview(stage: Stage) {
    await askAndWait(stage)
    await stage.page.locator('.cite').first().hover()
    await stage.page.locator('.preview').waitFor()
  },

  async sources(stage: Stage) {
    await askAndWait(stage)
    await stage.page.locator('summary').click()
    await stage.page.locator('.sources a').first().focus()
  },

  async 'see-also'(stage: Stage) {
    const { text, citations } = stage.example.answer
    const links = citations.map(({ title, url }) =>
      linkTo('document', title, url ?? 'https://docs.example.test/further'),
    )
    await ask(stage, async function* () {
      yield { type: 'answer.sources', data: { citations } }
      yield delta(text)
      yield { type: 'answer.links', data: { links } }
      yield completed()
    })
    await stage.page.locator('[data-state="answered"] .offers').waitFor()
  },

  async reasons(stage: Stage) {
    await askAndWait(stage)
    await stage.page.locator('.actions button').last().click()
    await stage.page.locator('.reasons label').first().click()
    await stage.page.locator('.reasons textarea').scrollIntoViewIfNeeded()
  },

  async menu(stage: Stage) {
    const { page, example } = stage
    await askAndWait(stage)
    for (const question of example.suggestions) {
      await page.locator('.header button').nth(1).click()
      await page.locator('textarea').fill(question)
      await page.locator('textarea').press('Enter')
      await page.locator('.actions').waitFor()
    }
    await page.locator('.header button').first().click()
    await page.locator('.past').nth(3).waitFor()
    await page.locator('.menu li button').nth(3).click()
    await page.locator('.confirm').waitFor()
  },

  async large(stage: Stage) {
    await askAndWait(stage, EVERYTHING)
    const size = stage.page.locator('.size')
    if (await size.isVisible()) await size.click()
  },

  async enlarged(stage: Stage) {
    await askAndWait(stage, EVERYTHING)
    await stage.page.locator('.code .wide').last().click()
    await stage.page.locator('.frame:popover-open').waitFor()
  },

  async folded(stage: Stage) {
    stage.server.state.script = answered(stage.example.answer.text)
    await openPanel(stage)
    await stage.page.locator('textarea').fill(`${stage.example.question} `.repeat(250))
    await stage.page.locator('textarea').press('Enter')
    await stage.page.locator('.follow-ups, .actions').first().waitFor()
  },

  async earlier(stage: Stage) {
    await askAndWait(stage, EVERYTHING)
    await stage.page.locator('.scroller').evaluate((box) => box.scrollTo(0, 0))
    await stage.page.locator('.latest').waitFor()
  },

  async 'cut-off'(stage: Stage) {
    const { text, citations } = stage.example.answer
    await ask(stage, async function* () {
      yield { type: 'answer.sources', data: { citations: citations.slice(0, 1) } }
      yield delta(text.slice(0, text.indexOf(' ', 120)))
      const end = completed()
      if (end.type === 'answer.completed')
        yield { ...end, data: { ...end.data, finish_reason: 'length' } }
    })
    await stage.page.locator('[data-state="answered"] .notice').waitFor()
  },

  async abstained(stage: Stage) {
    const { abstention } = stage.example
    await ask(stage, async function* () {
      yield delta(abstention)
      yield { type: 'answer.sources', data: { citations: [] } }
      yield completed('no_answer')
    })
    await stage.page.locator('[data-state="abstained"] .actions').waitFor()
  },

  async withdrawn(stage: Stage) {
    const { abstention, answer } = stage.example
    await ask(stage, async function* () {
      yield delta(answer.text)
      yield { type: 'answer.replaced', data: { text: abstention } }
      yield { type: 'answer.sources', data: { citations: [] } }
      yield completed('withdrawn')
    })
    await stage.page.locator('[data-state="abstained"] .actions').waitFor()
  },

  async interrupted(stage: Stage) {
    const { text, citations } = stage.example.answer
    await ask(stage, async function* () {
      yield { type: 'answer.sources', data: { citations: citations.slice(0, 1) } }
      yield delta(text.slice(0, text.indexOf(' ', 120)))
      yield {
        type: 'answer.interrupted',
        data: { answer_message_id: '', reason: 'provider_failure' },
      }
    })
    await stage.page.locator('[data-state="interrupted"] .notice').waitFor()
  },

  async failed(stage: Stage) {
    await ask(stage, () => ({ status: 502, code: 'provider_failure' }))
    await stage.page.locator('[data-state="failed"] .notice').waitFor()
  },

  async revoked(stage: Stage) {
    stage.server.state.revoked = true
    await openPanel(stage)
    await send(stage)
    await stage.page.locator('[data-state="failed"] .notice').waitFor()
  },

  async busy(stage: Stage) {
    await ask(stage, () => ({ status: 429, code: 'rate_limit_exceeded', retryAfter: 42 }))
    await stage.page.locator('.pause').waitFor()
  },

  async offline(stage: Stage) {
    await openPanel(stage)
    await stage.page.context().setOffline(true)
    await send(stage)
    await stage.page.locator('[data-state="failed"] .notice').waitFor()
  },

  async 'too-long'(stage: Stage) {
    await openPanel(stage)
    await stage.page.locator('textarea').fill(`${stage.example.question} `.repeat(800))
    await stage.page.locator('.hint:not(:empty)').waitFor()
  },
} satisfies Record<string, (stage: Stage) => Promise<void>>

/** Every construct of an answer, of a size that tests the layout. */
export const EVERYTHING = `## A heading of the answer

Text with \`code\`, a [link](https://docs.example.test/page-1/x), **weight**, *stress*, ~~and~~ a word without
an end: Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft [1].

- An item
  1. with items of its own
  2. and another [2]

> What was said before [1]

| Name | What it is | When it was | How much it cost then |
|---|---|:-:|--:|
| a_very_long_name_without_a_break | Text that goes on for a while | 2026-01-01 | 1,000,000 |

\`\`\`sh
harbor cancel --booking 12345 --reason "A reason that is longer than the panel is wide" --confirm
harbor list
\`\`\`

---

https://docs.example.test/a/very/long/path/without/any/break/in/it/at/all/until/its/very/end
`

async function openPanel({ page }: Stage) {
  await page.locator('.launcher').click()
  await page.locator('.greeting').waitFor()
}

async function ask(stage: Stage, script: Script) {
  stage.server.state.script = script
  await openPanel(stage)
  await send(stage)
}

async function send({ page, example }: Stage) {
  await page.locator('textarea').fill(example.question)
  await page.locator('textarea').press('Enter')
}

/** Asks, and waits for the answer and its follow-up questions. */
export async function askAndWait(stage: Stage, text = stage.example.answer.text) {
  await ask(stage, answered(text, stage.example.answer.citations))
  await stage.page.locator('.follow-ups').waitFor()
}

/** Sends these events, and then neither more events nor the end. */
function pausing(events: StreamEvent[]): Script {
  return async function* () {
    yield* events
    await new Promise(() => {})
  }
}

function delta(text: string): StreamEvent {
  return { type: 'answer.delta', data: { text } }
}
