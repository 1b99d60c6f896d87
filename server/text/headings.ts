/** "2.3.4. Screenshot", "3) Install", "Step 2: Set a budget", "Chapter 53 - Log files". */
const NUMBER =
  /^\s*(?:(?:chapter|section|part|step|appendix|kapitel|abschnitt|teil|schritt|anhang|chapitre|partie|étape|annexe|capítulo|sección|parte|paso|capitolo|sezione|passo|hoofdstuk|stap|глава|раздел|шаг)\s+(?:\d+(?:\.\d+)*|[a-z])(?:[.):]|\s+[-–—])|\d+(?:\.\d+)*[.):]|\d+(?:\.\d+)+)\s+(?=.*\p{L})/iu

/** A heading without its number in the document: "2.3.4. Screenshot" is about screenshots. */
export function withoutNumber(heading: string): string {
  return heading.replace(NUMBER, '')
}
