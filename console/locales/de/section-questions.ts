import type { Messages } from '../en.ts'

export const sectionQuestionsTexts: Pick<Messages, 'pointing' | 'sectionQuestions'> = {
  pointing: {
    open: 'Diese Seite beantwortet das',
    title: 'Welcher Abschnitt beantwortet das?',
    lead: 'Wählen Sie den Abschnitt. Die Suche findet ihn ab dann auch über diese Frage, und wer Ähnliches fragt, bekommt ihn gezeigt.',
    search: 'In Ihrem Wissen suchen',
    find: 'Suchen',
    none: 'Nichts gefunden. Versuchen Sie es mit anderen Worten.',
    wholeDocument: 'Anfang des Dokuments',
    choose: 'Dieser Abschnitt beantwortet das',
    kept: 'Die Frage steht jetzt beim Abschnitt.',
    known: 'Der Abschnitt hat bereits eine Frage mit diesen Worten.',
    before: 'Vorher',
    after: 'Nachher',
    asking: 'Die Frage wird gestellt …',
    answered: 'Die Frage wird beantwortet.',
    shown:
      'Wer fragt, bekommt diesen Abschnitt gezeigt. Sein Text allein ist keine sichere Antwort; Sie können eine schreiben.',
    write: 'Antwort schreiben',
    close: 'Schließen',
  },
  sectionQuestions: {
    title: 'Fragen zu den Abschnitten',
    lead: 'Die Suche findet einen Abschnitt auch über sie. Wer fragt, sieht sie nie.',
    none: 'Noch hat kein Abschnitt eine Frage.',
    document: 'Das ganze Dokument',
    origins: { owner: 'Von Ihnen', visitors: 'Von Besuchern', model: 'Vom Modell' },
    asked: { one: 'ein Besucher', other: '{n} Besucher' },
    needsLook: 'Der Abschnitt hat sich geändert. Beantwortet er die Frage noch?',
    still: 'Ja, noch immer',
    stillDone: 'Die Frage bleibt beim Abschnitt.',
    remove: 'Entfernen',
    removed: 'Die Frage ist entfernt.',
    looks: {
      one: 'Eine Frage sollten Sie ansehen',
      other: '{n} Fragen sollten Sie ansehen',
    },
    looksLead: 'Die Abschnitte, auf die Sie gezeigt haben, sind seither anders.',
  },
}
