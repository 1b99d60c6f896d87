import type { DiscourseWords } from './words.ts'

/** Words of German by which sentences lead to each other. */
export const de: Partial<DiscourseWords> = {
  back: 'er|sie|es|dies|diese|dieser|dieses|das|deshalb|daher|dadurch|außerdem',
  on: 'zum beispiel|in diesem fall|schließlich|leider|jedoch|allerdings|trotzdem|ebenso',
  elsewhere:
    'erfahren sie|in (?:diesem|dieser) (?:abschnitt|artikel|anleitung|kapitel|leitfaden)|diese (?:seite|anleitung)|siehe|weitere informationen',
  here: String.raw`(?:siehe|finden|mehr|klicken)(?!\p{L}).* hier`,
  reading: String.raw`mehr (?:dazu|erfahren)|weitere (?:informationen|links)|siehe auch|weiterführend\p{L}*`,
  follows: 'wie folgt|folgende[nmrs]?|folgendermaßen|zum beispiel|(?:siehe|wie) unten',
  shown: 'tabellen?|beispiele?[ns]?|abbildung|liste',
  below: 'unten',
  following: 'folgende[mnrs]?',
  above: 'oben',
  previous: 'obigen?[rs]?|vorigen?',
  aside: 'siehe|vgl\\.',
  yes: 'ja',
  no: 'nein|nie',
  and: 'und',
  reply: 'nichts|niemand|nirgends|manchmal|vielleicht|natürlich|das kommt darauf an',
  hanging: 'aber|wenn|weil|sofern|nur',
  caption: 'abbildung|abb\\.|bild|tabelle',
  around:
    'nach oben|(?:zurück )?zum (?:seiten)?anfang|zurück nach oben|diese seite (?:bearbeiten|drucken)',
  cause: 'ursachen?|hintergrund',
  problem: 'problembeschreibung|symptome?|fehler(?:bild|meldung|beschreibung)?',
  solution: '(?:mögliche )?lösung(?:en)?|lösungsweg|(?:problem|fehler)?behebung|abhilfe',
}
