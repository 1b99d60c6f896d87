import type { Messages } from '../en.ts'

export const palette: Messages['palette'] = {
  title: 'Gehe zu einer Seite',
  none: 'Keine Seite heißt so.',
  keys: 'Tasten',
  ctrl: 'Strg',
  goTo: 'Zu einer beliebigen Seite gehen',
  help: 'Diese Tasten zeigen',
  next: 'Nächstes Gespräch im Posteingang',
  previous: 'Voriges Gespräch im Posteingang',
  escapeKey: 'Esc',
  escape: 'Dialog oder Menü schließen',
}
