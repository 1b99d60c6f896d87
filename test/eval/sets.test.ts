import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { foreignQuestions, linesOf } from '../../eval/sets.ts'

test('foreign questions come from sets of other subjects only', () => {
  const data = mkdtempSync(join(tmpdir(), 'sets-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const sets = ['debian-privoxy', 'debian-git-doc', 'site-aisdk', 'manual-phone']
  for (const set of sets) {
    mkdirSync(join(data, set))
    const questions = [{ id: '0', question: set, answerable: true, kind: 'doc', gold: [] }]
    writeFileSync(join(data, set, 'questions.jsonl'), linesOf(questions))
  }
  const askedOf = (set: string) =>
    foreignQuestions(data, set, sets, 10).map(({ question }) => question)

  expect(askedOf('debian-privoxy')).toEqual(['manual-phone'])
  expect(askedOf('site-aisdk')).toEqual(['manual-phone'])
  expect(askedOf('manual-phone')).toEqual(['debian-privoxy', 'debian-git-doc', 'site-aisdk'])
})
