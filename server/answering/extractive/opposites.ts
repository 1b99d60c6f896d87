/** English verbs in all forms, with up to three words of an object: "turn the old phone". */
function verbs(...infinitives: string[]): string {
  return `(?:${infinitives.join('|')})(?:e?s|e?d|ing)?(?: [^ .,?!]+){0,3}?`
}

/**
 * Procedures and their opposites, which documents describe in the same words: each side as the
 * beginnings of words in English, German, French and Spanish.
 */
const PAIRS: [string, string][] = [
  [
    'back(?:ing|ed)? ?up|backup|sicher(?:n|ung|e)|sauvegard',
    'restor|recover|wiederherstell|restaur',
  ],
  ['install', 'uninstall|deinstallier|désinstall|desinstal'],
  [
    `enabl|activat|${verbs('turn', 'switch')} on\\b|aktivier|einschalt|activ`,
    `disabl|deactivat|${verbs('turn', 'switch')} off\\b|deaktivier|abschalt|ausschalt|désactiv|desactiv`,
  ],
  ['subscri|abonnier|abonn|suscri', 'unsubscri|abbestell|désabonn|darse de baja'],
  [
    'add(?:s|ing|ed)?\\b|hinzufüg|ajout|añad|agreg',
    'remov|delet|entfern|lösch|supprim|eliminar|elimina|quitar',
  ],
  ['creat|anleg|erstell|créer|crear', 'delet|remov|lösch|entfern|supprim|eliminar|borrar'],
  [
    'start(?:s|ing|ed)?\\b|starten|démarr|iniciar',
    'stop(?:s|ping|ped)?\\b|anhalten|stoppen|arrêt|detener',
  ],
  ['import', 'export'],
  ['upload|hochlad|téléverser|subir', 'download|herunterlad|télécharger|descargar'],
  ['upgrad', 'downgrad'],
  ['encrypt|verschlüssel|chiffr|cifrar', 'decrypt|entschlüssel|déchiffr|descifrar'],
  ['lock(?:s|ing|ed)?\\b|sperr|verrouill|bloquear', 'unlock|entsperr|déverrouill|desbloquear'],
  [
    'log(?:ging|ged)? ?in|sign(?:ing|ed)? ?in|anmeld|connexion|iniciar sesión',
    'log(?:ging|ged)? ?out|sign(?:ing|ed)? ?out|abmeld|déconnexion|cerrar sesión',
  ],
  ['mount', 'unmount'],
  ['connect|verbind', 'disconnect|trenn'],
  ['increas|erhöh|augment|aument', 'decreas|reduc|lower|verringer|senk|diminu|réduir'],
  ['pair(?:s|ing|ed)?\\b', 'unpair'],
  ['grant', 'revok'],
  ['open(?:s|ing|ed)?\\b', 'clos(?:e|es|ing|ed)\\b'],
  ['show(?:s|ing)?\\b|display', 'hid(?:e|es|ing)\\b'],
]

const SIDES = PAIRS.flatMap(([one, other]) => {
  const [first, second] = [wordsBeginning(one), wordsBeginning(other)]
  return [
    { asked: first, opposite: second },
    { asked: second, opposite: first },
  ]
})

function wordsBeginning(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})`, 'iu')
}

/** "Install and uninstall" is on both. */
const AND = /^[^\s]*(?:\s*[/&+]\s*|,?\s+(?:and|or|und|oder|et|ou|y|o)\s+)/iu

/**
 * Tells texts on the opposite of what a question asks for: they name that, and what is asked not
 * at all or after it as its object ("How do I restore a backup?").
 */
export function createOpposes(question: string): (text: string) => boolean {
  const sides = SIDES.filter(
    ({ asked, opposite }) => asked.test(question) && !opposite.test(question),
  )
  return (text) => sides.some((side) => isOpposite(text, side))
}

function isOpposite(text: string, { asked, opposite }: (typeof SIDES)[number]): boolean {
  const named = asked.exec(text)
  const against = opposite.exec(text)
  if (!named || !against) return against !== null
  const between = text.slice(against.index + against[0].length, named.index)
  return against.index < named.index && !AND.test(between)
}
