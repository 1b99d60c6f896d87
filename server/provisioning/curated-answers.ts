import { updateCuratedAnswer } from '../contract/curated-answer.ts'
import { changedValues } from '../resources/audit.ts'
import { type CuratedAnswers, curatedText } from '../resources/curated-answers.ts'
import { everyPage } from '../resources/every-page.ts'
import { givenFields } from '../resources/sent-fields.ts'
import type { ProvisionedOrganization } from './file.ts'
import { differing, recordCreated, recordUpdated, type Within, withPlace } from './record.ts'

/** What a new curated answer has that the file leaves out. */
const DEFAULTS = { links: [], assistant_ids: null, valid_until: null, enabled: true }

/** Brings curated answers, matched by their first question, to what a file declares. */
export function createApplyCuratedAnswers({ curatedAnswers }: { curatedAnswers: CuratedAnswers }) {
  return async function apply(
    declared: ProvisionedOrganization['curated_answers'],
    assistantIds: Map<string, string>,
    { caller, at, applied }: Within,
  ): Promise<void> {
    const listed = await everyPage((paging) => curatedAnswers.list(caller, paging))
    const existing = new Map(listed.map((answer) => [answer.questions[0], answer]))
    for (const [index, { assistants, ...fields }] of declared.entries()) {
      const { questions } = fields
      const [name = ''] = questions
      const place = `${at}.curated_answers[${index}]`
      const text = await withPlace(place, name, async () => curatedText(fields.text))
      const assistant_ids = assistants?.flatMap((assistant) => assistantIds.get(assistant) ?? [])
      const wanted = givenFields({ ...fields, text, assistant_ids: assistants && assistant_ids })
      const known = existing.get(name)
      const { organization_id } = caller
      const thing = { place, name, organization_id, type: 'curated_answer' }
      await withPlace(place, name, async () => {
        if (!known) {
          const fields = { ...DEFAULTS, ...wanted, questions, text }
          const { id } = await curatedAnswers.create(caller, fields)
          recordCreated(applied, { ...thing, id })
          return
        }
        const changed = differing(known, wanted)
        if (changed.length === 0) return
        await curatedAnswers.update(caller, known.id, { ...wanted, revision: known.revision })
        const told = { enabled: known.enabled }
        const values = changedValues(updateCuratedAnswer.audit.told, told, wanted)
        recordUpdated(applied, { ...thing, id: known.id }, changed, values)
      })
    }
  }
}
