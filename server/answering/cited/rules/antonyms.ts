/** Groups of words and their opposites; a word stands for all that begin with it. */
const PAIRS: [string, string][] = [
  ['allow permit', 'forbid forbidden prohibit disallow ban'],
  ['enable activat', 'disable deactivat'],
  ['paid chargeable', 'free unpaid gratis'],
  ['before prior earlier', 'after later afterwards'],
  ['accept', 'reject refuse decline'],
  ['include', 'exclude'],
  ['increase raise', 'decrease reduc lower'],
  ['minimum', 'maximum'],
  ['open', 'close closing'],
  ['newer', 'older'],
  ['above exceed', 'below'],
  ['more', 'fewer less'],
  ['public', 'private'],
  ['required mandatory compulsory', 'optional voluntary'],
  ['possible', 'impossible'],
  ['available', 'unavailable'],
  ['supported', 'unsupported'],
  ['limited', 'unlimited'],
  ['encrypted', 'unencrypted'],
  ['start begin', 'stop end'],
  ['add', 'remove delete'],
  ['faster', 'slower'],
  ['good', 'bad'],
  ['better', 'worse'],
  ['always', 'never'],
  ['both', 'either'],
  ['automatic', 'manual'],
  ['valid', 'invalid'],
  ['secure', 'insecure'],
  ['successful success', 'failed failure'],
  ['largest biggest', 'smallest'],
  ['erlaubt gestattet zulässig', 'verboten untersagt unzulässig'],
  ['aktivier eingeschaltet', 'deaktivier ausgeschaltet'],
  ['kostenpflichtig', 'kostenlos gratis'],
  ['vor', 'nach'],
  ['mindestens', 'höchstens'],
  ['öffentlich', 'privat'],
  ['autorisé permis', 'interdit'],
  ['activé', 'désactivé'],
  ['payant', 'gratuit'],
  ['avant', 'après'],
  ['obligatoire', 'facultatif'],
  ['permitido', 'prohibido'],
  ['activado habilitado', 'desactivado deshabilitado'],
  ['pago', 'gratis gratuito'],
  ['antes', 'después'],
  ['разреш', 'запрещ'],
  ['платн', 'бесплатн'],
  ['включ', 'отключ выключ'],
]

const SIDES = PAIRS.map((pair) => pair.map((side) => side.split(' ')) as [string[], string[]])

/**
 * The words of a clause whose opposite stands in another clause, or in what that is said of, and
 * which themselves do not.
 */
export function antonymsIn(words: string[], others: string[], context: string[]): string[] {
  const said = [...others, ...context]
  return words.filter((word) =>
    SIDES.some(
      ([left, right]) => isOpposed(word, left, right, said) || isOpposed(word, right, left, said),
    ),
  )
}

function isOpposed(word: string, own: string[], opposite: string[], said: string[]): boolean {
  if (!isOf(own, word)) return false
  return said.some((each) => isOf(opposite, each)) && !said.some((each) => isOf(own, each))
}

/** Short words have no other forms. */
function isOf(side: string[], word: string): boolean {
  return side.some((each) => (each.length > 4 ? word.startsWith(each) : word === each))
}
