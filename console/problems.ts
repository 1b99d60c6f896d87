import type { Problem } from '../server/contract/problem.ts'
import { addressOf } from './location.ts'
import { counted, fill, shownMoment, shownShare, texts } from './strings.ts'

/** Something that needs somebody in words, and where it is mended. */
export interface ShownProblem {
  text: string
  detail: string
  href: string
}

/** A problem as its reader understands it. */
export function shownProblem(problem: Problem): ShownProblem {
  const { overview: words, job } = texts.value
  const { kind, target, reason, origin, count, at } = problem
  const name = target?.name ?? ''
  const source = addressOf(`knowledge/${target?.id}`)
  const website = addressOf('website', { widget: target?.id })
  const until = fill(isPast(at) ? words.since : words.until, { time: shownMoment(at) })
  switch (kind) {
    case 'sync_failed':
      return { text: fill(words.unread, { name }), detail: shownReason(reason), href: source }
    case 'deletions_withheld': {
      const detail = job.reasons['deletions_withheld'] ?? ''
      return { text: fill(words.withheld, { name }), detail, href: source }
    }
    case 'budget_spent': {
      const share = shownShare(count / 100)
      const text = count < 100 ? fill(words.budget, { share }) : words.budgetSpent
      return { text, detail: words.budgetLead, href: addressOf('overview') }
    }
    case 'origin_refused':
      return { text: fill(words.refused, { origin: origin ?? '' }), ...refusal(problem) }
    case 'deployment_expiring':
      return { text: fill(words.ending, { name }), detail: until, href: website }
    case 'api_key_expiring':
      return {
        text: fill(words.keyEnding, { name }),
        detail: until,
        href: addressOf('settings/people'),
      }
    case 'new_gaps':
      return {
        text: counted(words.newGaps, count),
        detail: words.gapsLead,
        href: addressOf('conversations/unanswered'),
      }
    case 'passages_outdated':
      return {
        text: counted(words.outdated, count),
        detail: words.outdatedLead,
        href: addressOf('knowledge'),
      }
  }
}

function refusal({ reason, count, target }: Problem) {
  const { overview: words, refusals } = texts.value
  const reasons: Partial<Record<string, string>> = refusals.reasons
  const detail = `${reasons[reason ?? ''] ?? ''} ${counted(words.times, count)}`.trim()
  return { detail, href: addressOf('website', { widget: target?.id }) }
}

/** Why a job failed; a reason that is new to this page is told as any failure. */
function shownReason(reason: string | null): string {
  const { reasons } = texts.value.job
  return reasons[reason ?? 'other'] ?? reasons.other
}

function isPast(time: string): boolean {
  return Date.parse(time) < Date.now()
}
