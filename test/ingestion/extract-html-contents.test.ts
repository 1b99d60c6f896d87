import { expect, test } from 'vitest'
import { blocks } from './read.ts'

const SECTIONS = '<h2 id="a">Berths</h2><p>Come.</p><h2><a name="b b"></a>Ropes</h2><p>Pull.</p>'

test.each([
  [
    'of that name',
    '<div class="toc"><p><b>Table of Contents</b></p><dl><dt>1. <a href="a.html">Berths</a></dt><dt>2. <a href="b.html">Ropes</a></dt></dl></div>',
  ],
  [
    'of links to places below',
    '<p>Contents</p><ul><li><a href="#a">Berths</a></li><li><a href="page.html#b%20b">Ropes</a></li></ul>',
  ],
  ['of links to the pages before and after', '<p><a rel="prev" href="/p">Boats</a></p>'],
  [
    'of links beside the name of the book',
    '<ul class="docnav"><li><a href="/p">Prev</a></li><li>Harbour</li></ul>',
  ],
])('a table of contents %s is left out', async (_, contents) => {
  const html = `<main><p>Welcome.</p>${contents}${SECTIONS}</main>`

  expect(await blocks('docs/page.html', html)).toEqual(['Welcome.', 'Come.', 'Pull.'])
})

test.each([
  [
    'of that name with a text',
    '<div class="toc"><a href="#a">Berths</a> <a href="#b">Ropes</a>, all by the sea</div>',
  ],
  [
    'of links to other pages',
    '<ul><li><a href="/a#a">Berths</a></li><li><a href="/b#a">Ropes</a></li></ul>',
  ],
  [
    'with words beside the links',
    '<ul><li><a href="#a">Berths</a> for guests</li><li><a href="#a">Berths</a> for members</li></ul>',
  ],
  ['of a link alone', '<ul><li><a href="#a">Berths</a></li></ul>'],
  [
    'of links to nowhere',
    '<ul><li><a href="#x">Berths</a></li><li><a href="#y">Ropes</a></li></ul>',
  ],
])('a list %s stays', async (_, list) => {
  expect((await blocks('docs/page.html', `${list}${SECTIONS}`)).length).toBeGreaterThan(2)
})

test('a list of links to places above stays', async () => {
  const list = '<ul><li><a href="#a">Berths</a></li><li><a href="#b%20b">Ropes</a></li></ul>'

  expect(await blocks('docs/page.html', SECTIONS + list)).toHaveLength(3)
})
