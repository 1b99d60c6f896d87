import { expect, test } from 'vitest'
import { blocks, outline, read } from './read.ts'

test.each([
  [
    'the default of variants that a script chooses from',
    '<p>Press <span><span hidden id="mac1">Command</span><span hidden id="default1">Ctrl</span></span>+Enter.</p>',
    ['Press Ctrl+Enter.'],
  ],
  [
    'all of them where none is the default',
    '<p>Press <span class="keys"><b style="display: none" class="MAC">Command</b> <b style="display:none" class="WIN">Ctrl</b></span>+Enter.</p>',
    ['Press **Command** / **Ctrl**+Enter.'],
  ],
  [
    'the only one with a text, and none twice',
    '<p>Open <span><span hidden></span><span hidden>Tools</span><span hidden> Tools </span></span>.</p>',
    ['Open Tools.'],
  ],
  [
    'variants of whole blocks',
    '<div><div hidden><p>Pull on land.</p></div><div hidden><p>Push at sea.</p></div></div>',
    ['Pull on land.', 'Push at sea.'],
  ],
  [
    'what a browser finds while it is hidden',
    '<p>One</p><div hidden="until-found"><p>Two</p></div>',
    ['One', 'Two'],
  ],
])('%s is text of a page (docs/behaviour.md#formats)', async (_, html, text) => {
  expect(await blocks('a.html', html)).toEqual(text)
})

test.each([
  ['hidden alone', '<p>A <span><span hidden>B</span></span></p>'],
  ['hidden beside text', '<p>A<span hidden>B</span><span hidden>C</span></p>'],
  ['hidden beside what is shown', '<div><p>A</p><p hidden>B</p><p hidden>C</p></div>'],
  ['a menu', '<p>A</p><ul><li hidden>B</li><li hidden>C</li></ul>'],
  [
    'dialogs',
    '<p>A</p><div><div hidden role="dialog">B</div><div hidden role="dialog">C</div></div>',
  ],
  ['messages', '<p>A</p><div class="form-error"><p hidden>B</p><p hidden>C</p></div>'],
  ['of the page itself', '<main><p>A</p></main><div hidden>B</div><div hidden>C</div>'],
])('what is %s is not', async (_, html) => {
  expect((await blocks('a.html', html)).join()).toBe('A')
})

test.each([
  [
    'tabs that name their panels',
    '<div role="tablist"><button role="tab" aria-controls="p1">Land</button><button role="tab" aria-controls="p2">Sea</button></div><div id="p1" role="tabpanel"><p>Pull.</p></div><div id="p2" role="tabpanel" hidden><p>Push.</p></div>',
  ],
  [
    'tabs before their panels',
    '<div><ul role="tablist"><li role="tab">Land</li><li role="tab">Sea</li></ul><div><div role="tabpanel"><p>Pull.</p></div><div role="tabpanel" hidden><p>Push.</p></div></div></div>',
  ],
  [
    'tabs that links open',
    '<ul role="tablist"><li><a role="tab" href="#p1">Land</a></li><li><a role="tab" href="#p2">Sea</a></li></ul><div id="p1"><p>Pull.</p></div><div id="p2" style="display:none"><p>Push.</p></div>',
  ],
  [
    'tabs of Sphinx Design',
    '<div class="sd-tab-set"><input type="radio"><label class="sd-tab-label">Land</label><div class="sd-tab-content"><p>Pull.</p></div><input type="radio"><label class="sd-tab-label">Sea</label><div class="sd-tab-content"><p>Push.</p></div></div>',
  ],
  [
    'tabs of MkDocs',
    '<div class="tabbed-set"><input><input><div class="tabbed-labels"><label>Land</label><label>Sea</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Pull.</p></div><div class="tabbed-block"><p>Push.</p></div></div></div>',
  ],
])('each panel is a section with the label of its tab: %s', async (_, panels) => {
  const html = `<h1>Ropes</h1><h2 id="tow">Tow</h2><p>Either:</p>${panels}<p>Stop.</p>`

  const { sections } = await read('a.html', html, { url: 'https://harbour.test/a' })

  expect(sections.map(({ headings, fragment }) => [headings.join('/'), fragment])).toEqual([
    ['Ropes/Tow', 'tow'],
    ['Ropes/Tow/Land', 'tow'],
    ['Ropes/Tow/Sea', 'tow'],
    ['Ropes/Tow', 'tow'],
  ])
  expect(sections.map(({ blocks }) => blocks.map(({ text }) => text))).toEqual([
    ['Either:'],
    ['Pull.'],
    ['Push.'],
    ['Stop.'],
  ])
})

test('headings in a panel or in details are below its label, whatever their level', async () => {
  const html =
    '<h1>Ropes</h1><details><summary>Land</summary><h2>Pull</h2><p>A</p></details><h2>Sea</h2><p>B</p>'

  expect((await outline('a.html', html)).map(([headings]) => headings)).toEqual([
    'Ropes/Land/Pull',
    'Ropes/Sea',
  ])
})

test('what a button in a heading unfolds is below that heading', async () => {
  const html =
    '<h1>FAQ</h1><h3><button aria-expanded="false" aria-controls="a1">Who tows?</button></h3><div id="a1" hidden><p>The tug.</p></div>'

  expect(await outline('a.html', html)).toEqual([['FAQ/Who tows?', null]])
  expect(await blocks('a.html', html)).toEqual(['The tug.'])
})
