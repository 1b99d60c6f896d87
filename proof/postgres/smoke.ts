import type { Serving } from '../../test/process/svc.ts'
import { enter } from '../faults/acme.ts'
import { jobsEnd, missingDocuments, prepare } from '../faults/kill.ts'
import { createLedger, requests } from '../faults/load.ts'
import { findLost } from '../faults/losses.ts'

const TIMES = 3

/** Sends every kind of request a few times, one after the other; a sentence for each fault. */
export async function smoke({ url, api }: Pick<Serving, 'url' | 'api'>): Promise<string[]> {
  const service = await enter({ url, api })
  const ledger = createLedger([])
  await prepare(service, ledger)
  for (let times = 0; times < TIMES; times += 1) {
    for (const send of Object.values(requests)) await send(service, ledger)
  }
  const unanswered = ledger.questions.filter(({ heard }) => heard.end !== 'answer.completed')
  return [
    ...ledger.unexplained,
    ...unanswered.map(() => 'a question has no whole answer'),
    ...(await jobsEnd(service)),
    ...(await findLost(service, ledger, ledger.questions)),
    ...(await missingDocuments(service, ledger)),
  ]
}
