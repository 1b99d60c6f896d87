import { expect, test } from 'vitest'
import { type CutSection, sectionIds } from '../../server/ingestion/section-ids.ts'

const PLACE = { path: 'guide.md', pace: async () => {} }

function section(heading: string, ...texts: string[]): CutSection {
  return { headings: [heading], texts }
}

/** The ids of a version of a document, after those of the one before. */
async function idsOf(sections: CutSection[], before: CutSection[] = []) {
  const ids = await sectionIds(before, { ...PLACE, earlier: [] })
  const earlier = before.map(({ texts }, at) => ({ id: ids[at] ?? '', texts }))
  return sectionIds(sections, { ...PLACE, earlier })
}

const FEES = section('Fees', 'The fee is ten francs. It is due in May. Cards are free.')
const HOURS = section('Hours', 'We open at nine. We close at five.')

test('an id is told by the path and the headings, and numbered where these are equal', async () => {
  const [fees, hours] = await idsOf([FEES, HOURS])
  const other = await sectionIds([FEES], { ...PLACE, path: 'other.md', earlier: [] })

  expect(await idsOf([section('Hours', 'New'), section('Fees', 'New')])).toEqual([hours, fees])
  expect(new Set([fees, hours, ...other]).size).toBe(3)
  expect(new Set(await idsOf([FEES, FEES, FEES])).size).toBe(3)
})

test('a section that is renamed keeps its id', async () => {
  const [fees, hours] = await idsOf([FEES, HOURS])

  expect(await idsOf([{ ...FEES, headings: ['Prices'] }, HOURS], [FEES, HOURS])).toEqual([
    fees,
    hours,
  ])
})

test('a section that has moved keeps its id, also below a name that another one had', async () => {
  const [fees, hours] = await idsOf([FEES, HOURS])
  const swapped = [
    { ...HOURS, headings: ['Fees'] },
    { ...FEES, headings: ['Hours'] },
  ]

  expect(await idsOf(swapped, [FEES, HOURS])).toEqual([hours, fees])
})

test('half of its sentences are enough, fewer are not', async () => {
  const [fees] = await idsOf([FEES])
  const half = section('Prices', 'The fee is ten francs. It is due in May. It is low. Really so.')
  const fewer = section('Prices', 'The fee is ten francs. It was due in June. It is low. So it is.')

  expect(await idsOf([half], [FEES])).toEqual([fees])
  expect(await idsOf([fewer], [FEES])).toEqual(await idsOf([fewer]))
})

test('of the parts of a section the one that shares most takes the id', async () => {
  const [fees] = await idsOf([FEES])
  const parts = [
    section('Cards', 'Cards are free.'),
    section('Dues', 'The fee is ten francs. It is due in May.'),
  ]
  const [cards, dues] = await idsOf(parts, [FEES])

  expect(dues).toBe(fees)
  expect(cards).toBe((await idsOf(parts))[0])
})

test('no two sections have one id, whatever they took over', async () => {
  const before = [FEES, HOURS]
  const after = [
    { ...FEES, headings: ['Prices'] },
    section('Fees', 'Nothing of this was here before.'),
    section('Hours', 'Neither was this.'),
  ]

  expect(new Set(await idsOf(after, before)).size).toBe(3)
})

test('many sections of the same sentences take linear time', async () => {
  const many = Array.from({ length: 5000 }, (_, at) =>
    section(`Section ${at}`, 'All say the same. Nothing else is said.'),
  )
  const renamed = many.map(({ texts }, at) => ({ headings: [`Other ${at}`], texts }))
  const started = performance.now()

  expect(new Set(await idsOf(renamed, many)).size).toBe(5000)
  expect(performance.now() - started).toBeLessThan(5000)
})
