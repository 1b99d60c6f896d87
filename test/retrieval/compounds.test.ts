import { expect, test } from 'vitest'
import { lookUp } from '../../server/retrieval/look-up.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { indexInMemory } from './memory-index.ts'
import { createSpellingEmbedding } from './spelling-embedding.ts'

const TEXTS = [
  'Die Frist für eine Kündigung beträgt einen Monat.',
  'Die Gruppe der Studenten trifft sich im Haus.',
  'Das Wetter ist schön. Ein Bericht fehlt noch.',
  'Ein Wetterdienst meldet Regen.',
]

const index = await indexInMemory(
  TEXTS.map((text, at) => ({ key: at + 1, collection_id: 'c', title: '', headings: '', text })),
  () => createSpellingEmbedding(),
)

/** The terms that a question is understood as. */
async function understood(question: string) {
  const { words } = await lookUp(
    index,
    { organization_id: 'o', collection_ids: ['c'] },
    analyzeQuestion(question),
  )
  return words.map(({ terms }) => terms[0])
}

test.each([
  ['with a letter that links its parts', 'Kündigungsfrist', ['kundig', 'frist']],
  ['with two such letters', 'Studentengruppe', ['student', 'grupp']],
  ['whose parts stand in one passage', 'Wetterbericht', ['wett', 'bericht']],
  ['whose parts stand in different passages', 'Studentenfrist', ['studentenfrist']],
  ['with a part that no passage holds', 'Kündigungsgrund', ['kundigungsgrund']],
  ['that a passage holds', 'Wetterdienst', ['wetterdien']],
])('a compound %s', async (_how, word, words) => {
  expect(await understood(`Was ist das für ein ${word}?`)).toEqual(words)
})
