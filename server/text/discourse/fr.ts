import type { DiscourseWords } from './words.ts'

/** Words of French by which sentences lead to each other. */
export const fr: Partial<DiscourseWords> = {
  back: String.raw`il|elle|ils|elles|cela|ce|cet|cette|ces|c['’](?:est|était)|d['’]où`,
  on: 'par exemple|en outre|de plus|enfin|cependant|toutefois|malheureusement',
  elsewhere:
    'découvrez|apprenez|(?:cette|dans cette) (?:page|section)|(?:ce|dans ce) (?:guide|chapitre)|voir',
  here: String.raw`(?:voir|lire|plus|cliquez)(?!\p{L}).* ici`,
  reading: 'pour en savoir plus|voir aussi|en savoir plus',
  follows: 'comme suit|comme ceci|suivante?s?|par exemple|ci-dessous',
  shown: 'tableaux?|exemples?',
  below: 'ci-dessous|suivante?s?',
  above: 'ci-dessus|précédente?',
  aside: 'voir',
  yes: 'oui|si',
  no: 'non|jamais',
  and: 'et',
  reply: 'rien|personne|parfois|peut-être|bien sûr|ça dépend',
  hanging: 'mais|si|car|seulement',
  caption: 'capture|schéma',
  around: '(?:retour )?(?:en )?haut de (?:la )?page',
  cause: 'contexte',
  problem: "(?:le )?problèmes?|symptômes?|(?:message d['’])?erreurs?",
  solution: '(?:la )?solutions?|résolution|correction|contournement',
}
