import { expect, test } from 'vitest'
import { evidenceOf } from '../../../server/answering/cited/evidence.ts'
import type { Finding, Rule } from '../../../server/answering/cited/rules/rule.ts'
import { assertionOf } from '../../../server/answering/cited/support.ts'
import { spokenLanguageOf } from '../../../server/text/language.ts'

type Case = [passage: string, assertion: string, finding: Finding]

/** Tests what one rule alone finds, with passages as they stand below a heading. */
export function testRule(rule: Rule, cases: Case[], question = 'What holds?'): void {
  test.each(cases)(`${rule.reason}: of “%s”, “%s” is %s`, (passage, text, finding) => {
    const plain = { title: 'Guide', url: 'https://acme.test/guide', anchor: null }
    const kind = text.startsWith('```') ? 'code' : 'prose'

    const languages = new Set([text, passage].flatMap((each) => spokenLanguageOf(each) ?? []))

    const found = rule.judge({
      assertion: assertionOf(text, spokenLanguageOf(text), kind),
      evidence: [evidenceOf({ ...plain, text: passage })],
      asked: evidenceOf({ ...plain, text: question }),
      comparable: languages.size < 2,
    })

    expect(found).toBe(finding)
  })
}
