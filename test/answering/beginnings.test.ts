import { expect, test } from 'vitest'
import { beginningFirst, contactsAmong } from '../../server/answering/beginnings.ts'

function first(pages: [title: string, path: string][]): string[] {
  const documents = pages.map(([title, path]) => ({ title, url: `https://a.test/${path}` }))
  return beginningFirst(documents).map(({ title }) => title)
}

test('a visitor begins with the pages that are written for it, by title or by address', () => {
  expect(
    first([
      ['Prices', 'prices'],
      ['About Harbor', 'about'],
      ['Harbor for crews', 'docs/introduction'],
      ['Getting started', 'docs/getting-started'],
    ]),
  ).toEqual(['Harbor for crews', 'Getting started', 'About Harbor', 'Prices'])
})

test('a page about one thing is no beginning, however its title begins', () => {
  expect(
    first([
      ['Get started with winches', 'guides/deck/winches'],
      ['How it works', 'how-it-works'],
      ['Berths', 'berths'],
    ]),
  ).toEqual(['How it works', 'Get started with winches', 'Berths'])
})

test('pages near the top come in their own order, those on what is legal last', () => {
  expect(
    first([
      ['Privacy settings', 'privacy'],
      ['Oil', 'deck/winch/oil'],
      ['Zones', 'zones'],
      ['Berths', 'berths'],
    ]),
  ).toEqual(['Zones', 'Berths', 'Privacy settings', 'Oil'])
})

test.each([
  'Changelog',
  'Harbor release notes 2.1',
  'What’s new in Harbor 2',
  'Versions',
  'Licence',
  '12. License | Harbor',
  'Imprint',
  'Privacy policy',
  'Terms of service',
  'Glossary',
  'Authors',
  'Impressum',
  'Änderungsprotokoll',
  'Mentions légales',
  'Glosario',
  'Informativa sulla privacy',
  'Algemene voorwaarden',
  'Polityka prywatności',
  'Licença',
  'Журнал изменений',
  'Глосарій',
  'Sürüm notları',
  '変更履歴',
  '라이선스',
  '更新日志',
  'سياسة الخصوصية',
  'מילון מונחים',
])('nobody begins with “%s”, unless there is nothing else', (title) => {
  expect(
    first([
      [title, 'a'],
      ['Berths', 'guides/deck/berths'],
    ]),
  ).toEqual(['Berths'])
  expect(first([[title, 'a']])).toEqual([title])
})

test.each(['License keys', 'Versions of an invoice', 'Glossary terms in the editor', 'New berths'])(
  'a page on a feature is offered: %s',
  (title) => {
    expect(
      first([
        [title, 'a'],
        ['Berths', 'b'],
      ]),
    ).toContain(title)
  },
)

test('the home page of a website is a beginning', () => {
  expect(
    first([
      ['Berths', 'berths'],
      ['Harbor', ''],
    ]),
  ).toEqual(['Harbor', 'Berths'])
})

test('a numbered introduction is one, and the file that it stands in', () => {
  expect(
    first([
      ['12.5. About', 'about-dialog.html'],
      ['2. Workflow', 'a.html'],
      ['1. Introduction', 'ch-x.html'],
      ['Harbor for crews', 'getting-started.html'],
    ]),
  ).toEqual(['1. Introduction', 'Harbor for crews', '12.5. About', '2. Workflow'])
})

test('of many pages on one level only those are named that say that one begins there', () => {
  const pages = Array.from({ length: 21 }, (_, at): [string, string] => [`Berth ${at}`, `b${at}`])

  expect(first(pages)).toEqual([])
  expect(first([...pages, ['Welcome', 'w']])).toEqual(['Welcome'])
})

test.each([
  'Contact us',
  'Community',
  'Getting help',
  '9. Mailing lists & chat',
  'Hilfe',
  'サポート',
])('people answer where a title says so: %s', (title) => {
  expect(contactsAmong([{ title: 'Prices' }, { title }])).toEqual([{ title }])
})

test.each(['Contact sheets', 'Support for old browsers', 'Help texts', 'Forum software compared'])(
  'a feature is no place where people answer: %s',
  (title) => {
    expect(contactsAmong([{ title }])).toEqual([])
  },
)
