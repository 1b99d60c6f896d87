import { EVERYTHING } from '../widget-scenes.ts'
import { answered, citation, completed } from '../widget-server.ts'
import type { Visitor } from './visitor.ts'

/** May return a remark on what the engine lacks. */
export type Journey = (visitor: Visitor) => Promise<string | undefined | void>

const EXACT = 'Everyone has thirty days off.'
const SOURCES = [
  citation(1, {
    title: 'Handbook',
    snippet: `This is about time. ${EXACT}`,
    quotes: [{ marker: 0, exact: EXACT, prefix: 'This is about time. ', suffix: '' }],
  }),
  citation(2, { title: 'Contract' }),
]
const ANSWER = 'Everyone has thirty days off [1]. Ask your **manager** first [2].'

/** What a visitor does with the widget, the same in every engine, under the strictest policy. */
export const journeys = {
  async 'opens the panel'({ server, open, sees }) {
    server.state.attributes = `data-suggestions='["How many days?"]'`
    await open()
    await sees('.greeting')
    await sees('.questions button', 'How many days?')
  },

  async 'asks a suggested question'({ server, open, click, sees }) {
    server.state.attributes = `data-suggestions='["How many days?"]'`
    server.state.script = answered(ANSWER, SOURCES)
    await open()
    await click('.questions button')
    await sees('.question', 'How many days?')
    await sees('.text strong', 'manager')
  },

  async 'asks, and finds the cited sources'({ server, openAndAsk, click, sees }) {
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    await sees('.cite', '1')
    await click('summary')
    await sees('.sources a', 'Handbook')
    await sees('.sources a', 'Contract')
  },

  async 'previews a passage by pointer'({ server, openAndAsk, hover, sees, misses }) {
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    await hover('.cite')
    await sees('.preview mark', EXACT)
    await hover('.name')
    await misses('.preview')
    await hover('.cite')
    await sees('.preview', EXACT)
  },

  async 'previews a passage by keyboard'(visitor) {
    const { server, openAndAsk, read, key, sees, misses, hasFocus } = visitor
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    await read((root) => root.querySelector<HTMLElement>('.cite')?.focus())
    await sees('.preview', EXACT)
    await key('Escape')
    await misses('.preview')
    await hasFocus('.cite')
  },

  async 'copies an answer'({ server, openAndAsk, click, sees }) {
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    // They move the button away from the pointer when they come.
    await sees('.follow-ups')
    await click('.actions button', 'Copy answer')
    await sees('.actions [aria-label="Copied"]')
  },

  async 'rates an answer and gives a reason'({ server, openAndAsk, click, type, sees, sent }) {
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    await click('.actions button', 'Not helpful')
    await click('.reasons label', 'It is not correct')
    await click('.reasons textarea')
    await type('Twenty-eight.')
    await click('.reasons button', 'Send')
    await sees('.reasons [role=status]', 'Thank you')
    await sent('the note', ({ body }) => body['note'] === 'It is not correct: Twenty-eight.')
  },

  async 'asks a follow-up question'({ server, openAndAsk, click, sees, until }) {
    server.state.script = answered(ANSWER, SOURCES)
    server.state.followUps = ['Since when?']
    await openAndAsk('How many days?')
    await click('.follow-ups button', 'Since when?')
    await sees('.question', 'Since when?')
    await until('there are two answers', (root) => root.querySelectorAll('.actions').length === 2)
  },

  async 'begins a new conversation, and finds the earlier one'(visitor) {
    const { openAndAsk, click, sees, misses, hasFocus } = visitor
    await openAndAsk('How many days?')
    await click('.header button', 'New conversation')
    await misses('.turn')
    await hasFocus('.composer textarea')
    await click('.header button', 'Conversations and data')
    await click('.past', 'How many days?')
    await sees('.question', 'How many days?')
  },

  async 'reloads the page and reads on'({ server, openAndAsk, reload, sees }) {
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    await reload()
    await sees('.question', 'How many days?')
    await sees('.text strong', 'manager')
  },

  async 'leaves with Escape, and the focus returns'({ open, key, hasFocus, sees }) {
    await open()
    await key('Escape')
    await hasFocus('.launcher')
    await key('Enter')
    await sees('.greeting')
    await hasFocus('.composer textarea')
  },

  async 'goes through the panel with Tab, whose header stays'(visitor) {
    const { server, openAndAsk, key, read, until } = visitor
    server.state.script = answered(`${'A paragraph.\n\n'.repeat(60)}${ANSWER}`, SOURCES)
    await openAndAsk('How many days?')
    const before = await read((root) => root.querySelector('.header')?.getBoundingClientRect().top)
    for (let stop = 0; stop < 12; stop += 1) await key('Tab')
    await until(
      'the header stays',
      (root, top) => {
        return root.querySelector('.header')?.getBoundingClientRect().top === top
      },
      before ?? 0,
    )
  },

  async 'turns dark while the panel is open'({ server, openAndAsk, read, until }) {
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    const light = await read((root) => {
      const panel = root.querySelector('.panel') as Element
      document.documentElement.setAttribute('data-svc-theme', 'dark')
      return getComputedStyle(panel).backgroundColor
    })
    await until(
      'the panel is dark',
      (root, light) => {
        const panel = root.querySelector('.panel') as Element
        return getComputedStyle(panel).backgroundColor !== light
      },
      light,
    )
  },

  async 'asks in Arabic, from right to left'({ server, open, ask, sees, until }) {
    server.state.attributes = 'data-locale="ar"'
    server.state.script = answered('ثلاثون يومًا [1].', SOURCES)
    await open()
    await until('the empty field runs from right to left', (root) => {
      const field = root.querySelector('textarea') as Element
      const { direction, unicodeBidi } = getComputedStyle(field)
      return direction === 'rtl' && unicodeBidi === 'normal'
    })
    await ask('كم يوما؟')
    await sees('.question', 'كم يوما؟')
    await sees('.actions')
  },

  async 'asks in a window 390 pixels wide'({ server, resize, openAndAsk, until }) {
    await resize(390, 780)
    server.state.script = answered(EVERYTHING, SOURCES)
    await openAndAsk('How many days?')
    await until('the panel fills the window', (root) => {
      const { left, top, width, height } = (
        root.querySelector('.panel') as Element
      ).getBoundingClientRect()
      return left === 0 && top === 0 && width === innerWidth && height === innerHeight
    })
  },

  async 'reads a long table and code'({ server, openAndAsk, click, sees, key, misses }) {
    server.state.script = answered(EVERYTHING, SOURCES)
    await openAndAsk('How many days?')
    await click('.code .quiet', 'Wrap lines')
    await sees('.code[data-wrapped]')
    await click('.code .quiet', 'Enlarge')
    await sees('.frame:popover-open')
    await key('Escape')
    await misses('.frame:popover-open')
    await sees('.panel table')
  },

  async 'reads while a slow model writes, and stops it'({ server, open, ask, click, sees }) {
    const left = Promise.withResolvers<void>()
    server.state.script = async function* () {
      yield { type: 'answer.delta', data: { text: 'The first words' } }
      await left.promise
      yield completed()
    }
    await open()
    await ask('How many days?')
    await sees('[data-state=streaming] .text', 'The first words')
    await click('.send')
    await sees('[data-state=interrupted] .notice', 'You stopped this answer.')
    left.resolve()
  },

  async 'writes a long draft, and the field grows'({ open, type, read, until }) {
    await open()
    const single = await read((root) => root.querySelector('textarea')?.clientHeight ?? 0)
    await type('a question of several lines '.repeat(4))
    await until(
      'the field shows all lines',
      (root, single) => {
        const { clientHeight, scrollHeight } = root.querySelector('textarea') as Element
        return clientHeight > single * 1.9 && scrollHeight - clientHeight < 2
      },
      single,
    )
  },

  async 'works where the page enforces Trusted Types'(visitor) {
    const { server, openAndAsk, read, until, sees } = visitor
    server.state.script = answered(ANSWER, SOURCES)
    await openAndAsk('How many days?')
    await sees('.text strong', 'manager')
    await visitor.isSound()
    const isKnown = await read(() => 'trustedTypes' in window)
    if (!isKnown) return 'the engine has no Trusted Types'
    await read(() => {
      try {
        document.body.append(Object.assign(document.createElement('p'), { innerHTML: '<b>' }))
      } catch {
        // As the policy of the website wants it.
      }
    })
    await until('the page refuses HTML', () => {
      return String(Reflect.get(window, 'faults').splice(0)).includes('trusted-types')
    })
    return 'enforced'
  },
} satisfies Record<string, Journey>
