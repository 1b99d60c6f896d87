import type { Forms } from '../forms.ts'

export const gapsTexts = {
  gaps: {
    title: 'Unanswered',
    lead: 'Questions that found no good answer, grouped by what they ask. A gap closes by itself once its questions can be answered.',
    states: { open: 'Open', answered: 'Closed', dismissed: 'Dismissed' },
    stateLabel: 'Gaps by state',
    empty: 'Nothing is missing',
    emptyLead: 'Questions without an answer, and answers that were not helpful, appear here.',
    emptyOther: 'There is none here.',
    count: { one: 'asked once', other: 'asked {n} times' } as Forms,
    last: 'last {time}',
    trend: 'Asked in each of the last six weeks: {counts}',
    examples: 'In these words',
    nearest: 'What comes nearest in your knowledge',
    write: 'Write an answer',
    attach: 'Add a document',
    attached: 'It is being read. The gap closes by itself if it has the answer.',
    tryIt: 'Try it',
    conversations: 'See the conversations',
    dismiss: 'Dismiss',
    dismissed: 'The gap is dismissed.',
    reopen: 'Open again',
    reopened: 'The gap is open again.',
  },
}
