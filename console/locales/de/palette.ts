import type { Messages } from '../en.ts'

export const palette: Messages['palette'] = {
  title: 'Gehe zu einer Seite',
  none: 'Keine Seite heißt so.',
  keys: 'Tasten',
  ctrl: 'Strg',
  goTo: 'Zu einer beliebigen Seite gehen',
  help: 'Diese Tasten zeigen',
  tryIt: 'Den Assistenten neben jeder Seite ausprobieren',
  next: 'Nächstes Gespräch',
  previous: 'Voriges Gespräch',
  escapeKey: 'Esc',
  escape: 'Dialog oder Menü schließen',
}
