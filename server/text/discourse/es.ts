import type { DiscourseWords } from './words.ts'

/** Words of Spanish by which sentences lead to each other. */
export const es: Partial<DiscourseWords> = {
  back: 'esto|este|esta|estos|estas|ello|ellos',
  on: 'por ejemplo|además|por último|finalmente|sin embargo|desafortunadamente',
  elsewhere: 'aprenda|descubra|(?:en )?esta (?:página|guía|sección)|consulte',
  here: String.raw`(?:ver|lea|más|haga clic)(?!\p{L}).* aquí`,
  reading: 'para (?:saber más|más información)|véase también|más información',
  follows: 'como sigue|siguientes?|a continuación|por ejemplo|como se muestra abajo',
  shown: 'tabla|ejemplos?|figura|lista',
  below: '(?:de )?abajo|siguientes?',
  following: 'siguientes?',
  above: 'anterior|(?:de )?arriba',
  aside: 'véase|ver',
  yes: 'sí',
  no: 'nunca',
  and: 'y',
  reply: 'nada|nadie|a veces|quizás?|tal vez|claro|depende',
  hanging: 'pero|porque|solo|sólo',
  caption: 'imagen|figura',
  around: 'volver arriba|ir arriba',
  cause: 'antecedentes|contexto|(?:posibles )?causas?(?: comunes)?',
  problem: '(?:el )?problemas?|síntomas?|(?:mensaje de )?error',
  solution: '(?:la |posibles )?soluci(?:ón|ones)|resolución',
}
