import type { Messages } from '../en.ts'

export const generalTexts: Pick<
  Messages,
  | 'product'
  | 'skip'
  | 'language'
  | 'loading'
  | 'patience'
  | 'retry'
  | 'reload'
  | 'stale'
  | 'close'
  | 'undo'
  | 'copy'
  | 'copied'
  | 'byEye'
  | 'save'
  | 'saved'
  | 'discard'
  | 'unsaved'
  | 'outdated'
  | 'more'
  | 'any'
  | 'untitled'
  | 'newTab'
  | 'failures'
  | 'fields'
  | 'problems'
  | 'tooShort'
  | 'tooLong'
  | 'passwordHint'
  | 'confirming'
  | 'showPassword'
  | 'hidePassword'
  | 'roles'
  | 'elsewhere'
  | 'forbidden'
  | 'notFound'
> = {
  product: 'Knowledge Assistant',
  skip: 'Zum Inhalt springen',
  language: 'Sprache',
  loading: 'Wird geladen …',
  patience: 'Das war viel auf einmal. Gleich geht es von selbst weiter.',
  retry: 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  stale: 'Das konnte nicht aktualisiert werden und ist vielleicht veraltet.',
  close: 'Schließen',
  undo: 'Rückgängig',
  copy: 'Kopieren',
  copied: 'Kopiert',
  byEye: '{name}: mit dem Auge wählen',
  save: 'Speichern',
  saved: 'Gespeichert.',
  discard: 'Änderungen verwerfen',
  unsaved: 'Es gibt Änderungen, die nicht gespeichert sind.',
  outdated:
    'Jemand anderes hat das inzwischen geändert. Speichern ersetzt die fremde Änderung, Verwerfen zeigt sie.',
  more: 'Mehr zeigen',
  any: 'Alle',
  untitled: 'Ohne Titel',
  newTab: '(öffnet in neuem Tab)',
  failures: {
    other: 'Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.',
    unreachable:
      'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    validation_error: 'Das wurde nicht angenommen: {message}',
    authorization_error: 'Dazu sind Sie nicht berechtigt.',
    confirmation_required: 'Das wurde nicht getan, weil Sie Ihr Passwort nicht eingegeben haben.',
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
    url: 'Bitte geben Sie eine Webadresse ein, zum Beispiel https://example.com/seite.',
    weak: 'Dieses Passwort ist leicht zu erraten: Viele haben es, oder es ist kaum mehr als Ihr Name oder Ihre E-Mail-Adresse.',
    refused: 'Diese Angabe wurde nicht angenommen. Bitte prüfen Sie sie.',
  },
  tooShort: { other: 'Bitte verwenden Sie mindestens {n} Zeichen.' },
  tooLong: { other: 'Bitte verwenden Sie höchstens {n} Zeichen.' },
  passwordHint: { other: 'Mindestens {n} Zeichen. Ein paar zufällige Wörter merken sich leicht.' },
  confirming: {
    title: 'Bitte geben Sie Ihr Passwort noch einmal ein',
    lead: 'Das gewährt weitreichenden Zugriff. Bestätigen Sie, dass Sie es sind: {email}. Zehn Minuten lang werden Sie nicht noch einmal gefragt.',
    submit: 'Weiter',
    cancel: 'Abbrechen',
    wrong: 'Das ist nicht Ihr Passwort.',
  },
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  roles: {
    owner: 'Inhaber',
    admin: 'Administrator',
    editor: 'Redakteur',
    member: 'Mitglied',
    other: 'Support',
  },
  elsewhere: {
    title: 'Das gehört einer anderen Organisation',
    lead: 'Die Adresse ist von der Organisation „{slug}“, und {email} ist dort kein Mitglied. Bitten Sie eine Inhaberin oder einen Inhaber um eine Einladung, oder melden Sie sich mit einem anderen Konto an.',
  },
  forbidden: {
    title: 'Das steht Ihnen nicht offen',
    lead: 'Ihre Rolle hier ist „{role}“, und diese Seite verlangt eine andere. Bitten Sie einen Inhaber Ihrer Organisation darum.',
  },
  notFound: {
    title: 'Hier ist nichts',
    lead: 'Vielleicht ist die Adresse vertippt, oder was sie zeigte, wurde gelöscht.',
    home: 'Zum Anfang',
  },
}
