import type { Messages } from '../en.ts'

export const entranceTexts: Pick<
  Messages,
  'promise' | 'sample' | 'signIn' | 'unclaimed' | 'claim' | 'invitation' | 'reset' | 'toSignIn'
> = {
  promise: 'Jede Antwort zeigt, woher sie kommt.',
  sample: {
    question: 'Wie lange kann ich eine Bestellung zurückgeben?',
    before: 'Sie können jeden Artikel ',
    marked: 'innerhalb von 30 Tagen nach der Lieferung',
    after: ' zurückgeben.',
    source: 'Rückgabe und Erstattung',
    passage:
      'Jeden Artikel können Sie innerhalb von 30 Tagen nach der Lieferung zurücksenden. Das Porto zahlen wir.',
  },
  signIn: {
    title: 'Anmelden',
    submit: 'Anmelden',
    ended:
      'Ihre Sitzung ist beendet: nach 14 Tagen ohne Nutzung, mit einem neuen Passwort oder weil sie anderswo beendet wurde. Nach der Anmeldung öffnet sich diese Adresse wieder.',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
    forgotten: 'Passwort vergessen?',
    forgottenHelp:
      'Wer Ihre Organisation verwaltet, kann einen Link für Sie erstellen, mit dem Sie ein neues Passwort setzen. Wenn Sie diesen Dienst selbst betreiben, gibt der Befehl „svc user password“ eines aus.',
  },
  unclaimed: {
    title: 'Willkommen. Diese Installation ist neu.',
    lead: 'Noch hat sie niemand eingerichtet. Der Dienst hat beim Start einen Link ausgegeben; wer ihn zuerst öffnet, wird Inhaber.',
    submit: 'Weiter',
    hint: 'Fügen Sie die Zeile ein, die mit „Console“ beginnt. Ein Neustart gibt eine neue aus.',
  },
  claim: {
    title: 'Richten Sie Ihren Assistenten ein',
    lead: 'Sie werden Inhaber dieser Installation. Alles lässt sich später ändern.',
    submit: 'Konto anlegen',
    takeOver:
      'Sie werden Inhaber von „{name}“ und allem, was dafür gelesen wurde. Alles lässt sich später ändern.',
    which: 'Welche Organisation ist Ihre?',
    another: 'Eine neue',
    organizationHint: 'Ihre Firma, Ihr Projekt oder Ihr Team.',
    wrongTitle: 'Dieser Link gilt nicht mehr',
    wrong:
      'Dieser Code gilt nicht mehr. Starten Sie den Dienst neu und öffnen Sie den Link, den er ausgibt.',
    claimedTitle: 'Diese Installation ist schon eingerichtet',
    claimed: 'Der Link wurde benutzt. Melden Sie sich mit dem Konto an, das damit angelegt wurde.',
  },
  invitation: {
    title: 'Bei {organization} mitmachen',
    lead: 'Sie sind eingeladen, sich um den Assistenten zu kümmern.',
    submit: 'Einladung annehmen',
    passwordHint:
      'Wählen Sie eines mit mindestens 10 Zeichen. Wenn Sie hier schon ein Konto haben, verwenden Sie dessen Passwort.',
    wrong:
      'Mit dieser E-Mail-Adresse haben Sie schon ein Konto. Bitte verwenden Sie dessen Passwort.',
    goneTitle: 'Diese Einladung gilt nicht mehr',
    gone: 'Sie wurde benutzt oder zurückgezogen oder ist älter als sieben Tage. Bitten Sie dort um eine neue, wo Sie den Link bekommen haben.',
  },
  reset: {
    title: 'Neues Passwort setzen',
    lead: 'Sie werden auf allen Geräten abgemeldet.',
    submit: 'Neues Passwort speichern',
    doneTitle: 'Ihr Passwort ist geändert',
    done: 'Sie können sich jetzt damit anmelden.',
    goneTitle: 'Dieser Link gilt nicht mehr',
    gone: 'Er wurde benutzt oder ist älter als 24 Stunden. Bitten Sie dort um einen neuen, wo Sie den Link bekommen haben.',
  },
  toSignIn: 'Zur Anmeldung',
}
