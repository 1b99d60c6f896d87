import type { Messages } from '../en.ts'

export const gapsTexts: Pick<Messages, 'gaps'> = {
  gaps: {
    title: 'Unbeantwortet',
    lead: 'Was gefragt wurde und keine gute Antwort fand; Ähnliches steht zusammen. Eine Lücke schließt sich von selbst, sobald ihre Fragen beantwortet würden.',
    states: { open: 'Offen', answered: 'Geschlossen', dismissed: 'Verworfen' },
    stateLabel: 'Lücken nach Status',
    empty: 'Es fehlt nichts',
    emptyLead: 'Hier stehen Fragen ohne Antwort und Antworten, die nicht hilfreich waren.',
    emptyOther: 'Hier ist keine.',
    count: { one: 'einmal gefragt', other: '{n}-mal gefragt' },
    last: 'zuletzt {time}',
    trend: 'Gefragt in jeder der letzten sechs Wochen: {counts}',
    examples: 'In diesen Worten',
    nearest: 'Was in Ihrem Wissen am nächsten kommt',
    write: 'Antwort schreiben',
    attach: 'Dokument hinzufügen',
    attached: 'Es wird gelesen. Steht die Antwort darin, schließt sich die Lücke von selbst.',
    tryIt: 'Ausprobieren',
    conversations: 'Unterhaltungen ansehen',
    dismiss: 'Verwerfen',
    dismissed: 'Die Lücke ist verworfen.',
    reopen: 'Wieder öffnen',
    reopened: 'Die Lücke ist wieder offen.',
  },
}
