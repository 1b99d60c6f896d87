import type { Messages } from '../en.ts'

export const notifications: Messages['notifications'] = {
  title: 'Benachrichtigungen',
  lead: 'Meldet Ihrem eigenen Programm oder einem Automatisierungsdienst, wenn etwas Sie braucht: ein Webhook. Von dort kann es als E-Mail oder in einen Chat weitergehen.',
  where: 'Wohin',
  address: 'Adresse des Empfängers',
  addressHint:
    'Sie beginnt mit https://. Das Programm oder der Dienst, der empfängt, nennt sie Ihnen.',
  enabled: 'Benachrichtigungen senden',
  when: 'Wann',
  events: {
    'sync.failed': 'Eine Quelle konnte nicht gelesen werden',
    'deletions.withheld': 'In einer Quelle fehlten so viele Dokumente, dass keines gelöscht wurde',
    'budget.spent': 'Die Tokens der Sprachmodelle sind für heute aufgebraucht',
    'answer.rated_down': 'Jemand hat geschrieben, warum eine Antwort nicht half',
    'gaps.daily': 'Ein Tag brachte neue Wissenslücken',
  },
  noEvent: 'Bitte wählen Sie mindestens eines.',
  secretTitle: 'Das Geheimnis der Benachrichtigungen',
  secretLead:
    'Es wird nur jetzt gezeigt. Damit prüft der Empfänger, dass eine Nachricht von Ihnen ist (Standard Webhooks).',
  testTitle: 'Ausprobieren',
  testLead: 'Sendet sofort einen Test an {host}, auch wenn die Benachrichtigungen aus sind.',
  test: 'Test senden',
  arrived: 'Er ist angekommen: Der Empfänger antwortete mit {status}.',
  refused:
    'Der Empfänger antwortete mit {status}. Nur mit einer Antwort von 200 bis 299 gilt eine Nachricht als zugestellt.',
  unreached: 'Er ist nicht angekommen. {message}',
  deliveries: 'Die letzten Benachrichtigungen',
  noDeliveries: 'Es wurde noch keine gesendet.',
  time: 'Zeit',
  event: 'Was geschah',
  state: 'Status',
  states: { delivered: 'Zugestellt', pending: 'Unterwegs', failed: 'Nicht zugestellt' },
  tried: '{state}; Versuche: {n}, letzte Antwort: {answer}',
  noAnswer: 'keine',
  remove: 'Benachrichtigungen entfernen …',
  removeTitle: 'Benachrichtigungen entfernen?',
  removeLead:
    'Adresse, Geheimnis und die Liste der letzten werden gelöscht. Eine neue Adresse bekommt ein anderes Geheimnis. Für eine Pause schalten Sie sie aus.',
  keep: 'Behalten',
  removeSubmit: 'Entfernen',
  removed: 'Die Benachrichtigungen sind entfernt.',
}
