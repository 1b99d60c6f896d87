import type { Messages } from './en.ts'

export const messages: Messages = {
  product: 'Knowledge Assistant',
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  loading: 'Wird geladen …',
  retry: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  stale: 'Das konnte nicht aktualisiert werden und ist vielleicht veraltet.',
  close: 'Schließen',
  failures: {
    other: 'Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.',
    unreachable:
      'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    validation_error: 'Das wurde nicht angenommen: {message}',
    authorization_error: 'Dazu sind Sie nicht berechtigt.',
    not_found: 'Das gibt es nicht mehr.',
    conflict:
      'Das wurde inzwischen geändert. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung.',
    rate_limit_exceeded: 'Zu viele Versuche. Versuchen Sie es in {time} noch einmal.',
    service_unavailable:
      'Der Dienst startet gerade neu. Bitte versuchen Sie es gleich noch einmal.',
  },

  fields: {
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    currentPassword: 'Bisheriges Passwort',
    name: 'Ihr Name',
    organization: 'Name Ihrer Organisation',
    code: 'Link oder Code',
  },
  problems: {
    missing: 'Bitte füllen Sie dieses Feld aus.',
    email: 'Bitte geben Sie eine E-Mail-Adresse an, zum Beispiel anna@example.com.',
    refused: 'Diese Angabe wurde nicht angenommen. Bitte prüfen Sie sie.',
  },
  tooShort: { other: 'Bitte verwenden Sie mindestens {n} Zeichen.' },
  tooLong: { other: 'Bitte verwenden Sie höchstens {n} Zeichen.' },
  passwordHint: { other: 'Mindestens {n} Zeichen. Ein paar zufällige Wörter merken sich leicht.' },
  showPassword: 'Zeigen',
  hidePassword: 'Verbergen',

  promise: 'Jede Antwort zeigt, woher sie kommt.',
  sample: {
    question: 'Wie lange kann ich eine Bestellung zurückgeben?',
    before: 'Gern. Sie können eine Bestellung ',
    marked: 'innerhalb von 30 Tagen nach der Lieferung',
    after: ' zurückgeben, auch wenn sie reduziert war.',
    source: 'Rückgabe und Erstattung',
    passage:
      'Jeden Artikel können Sie innerhalb von 30 Tagen nach der Lieferung zurücksenden. Das Porto zahlen wir.',
  },

  signIn: {
    title: 'Anmelden',
    submit: 'Anmelden',
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
    organizationHint: 'Ihre Firma, Ihr Projekt oder Ihr Team.',
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

  account: {
    title: 'Ihr Konto',
    menu: 'Konto von {name}',
    signOut: 'Abmelden',
    noOrganization: 'Sie gehören zu keiner Organisation',
    organization: 'Organisation',
    passwordTitle: 'Passwort',
    passwordSubmit: 'Passwort ändern',
    passwordLead: 'Alle Ihre anderen Sitzungen enden, wenn es sich ändert.',
    passwordWrong: 'Das bisherige Passwort ist falsch.',
    passwordDone: 'Ihr Passwort ist geändert.',
    sessionsTitle: 'Wo Sie angemeldet sind',
    sessionsLead: 'Eine Sitzung endet von selbst 14 Tage nach ihrer letzten Benutzung.',
    thisSession: 'Dieses Gerät',
    otherSession: 'Ein anderes Gerät',
    device: 'Gerät',
    since: 'Angemeldet',
    lastUsed: 'Zuletzt benutzt',
    endOthers: 'Überall sonst abmelden',
    endedOthers: 'Sie sind überall sonst abgemeldet.',
  },
  roles: {
    owner: 'Inhaber',
    admin: 'Administrator',
    editor: 'Redakteur',
    member: 'Mitglied',
    other: 'Support',
  },
  notFound: {
    title: 'Hier ist nichts',
    lead: 'Vielleicht ist die Adresse vertippt, oder was sie zeigte, wurde gelöscht.',
    home: 'Zum Anfang',
  },
}
