import type { Messages } from '../en.ts'

export const navigation: Messages['navigation'] = {
  label: 'Hauptmenü',
  open: 'Menü',
  groups: { answers: 'Antworten', site: 'Auf Ihrer Website', organization: 'Organisation' },
  overview: 'Übersicht',
  inbox: 'Posteingang',
  gaps: 'Wissenslücken',
  try: 'Ausprobieren',
  answers: 'Eigene Antworten',
  knowledge: 'Wissen',
  website: 'Websites',
  people: 'Personen und Schlüssel',
  support: 'Support-Zugang',
  data: 'Daten',
  audit: 'Protokoll',
  look: 'Aussehen',
  assistant: 'Assistent',
  notifications: 'Benachrichtigungen',
  usage: 'Nutzung',
}
