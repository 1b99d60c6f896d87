/** "2.3.4. Screenshot", "3) Install", "Step 2: Set a budget", "Chapter 53 - Log files". */
const NUMBER =
  /^\s*(?:(?:chapter|section|part|step|appendix|kapitel|abschnitt|teil|schritt|anhang|chapitre|partie|étape|annexe|capítulo|sección|parte|paso|capitolo|sezione|passo|hoofdstuk|stap|глава|раздел|шаг)\s+(?:\d+(?:\.\d+)*|[a-z])(?:[.):]|\s+[-–—])|\d+(?:\.\d+)*[.):]|\d+(?:\.\d+)+)\s+(?=.*\p{L})/iu

const QUESTION = '(?:faq|q|question|frage|pregunta|domanda|pergunta|vraag|вопрос)'
/** "(FAQ 6d) Where …", "Q12. Where …", "Question: Where …". */
const LABEL = new RegExp(
  String.raw`^\s*(?:\(${QUESTION}\s?\d+[a-z]?\)|${QUESTION}\s?\d+(?:\.\d+)*[a-z]?(?:[.):]|\s+[-–—])|${QUESTION}:)\s+(?=.*\p{L})`,
  'iu',
)

/**
 * A heading without its number in the document and without the label of a question: "2.3.4.
 * Screenshot" is about screenshots.
 */
export function withoutNumber(heading: string): string {
  return heading.replace(LABEL, '').replace(NUMBER, '')
}
