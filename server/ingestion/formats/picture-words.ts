import { lettersOf } from '../../text/letters.ts'
/**
 * What a picture’s description says to a reader of the text: nothing where it is the name of its
 * file ("_images/main-window.png", "main window"), or the bracketed name of a note’s icon
 * ("[Warning]").
 */
export function pictureWords(description: string, file = ''): string {
  const isName = FILE.test(description) || ICON.test(description) || isNameOf(file, description)
  return isName ? '' : description
}
const FILE = /^\s*[^\s:]+\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?)\s*$/i
const ICON = /^\s*\[\p{L}+\]\s*$/u

/** Several words that are also the name of the file, as generators of pages fill them in. */
function isNameOf(file: string, description: string): boolean {
  const name = file.replace(/[?#].*$/, '').replace(/^.*\//, '')
  const words = lettersOf(description)
  if (!/\P{L}/u.test(description.trim()) || words === '') return false
  return words === lettersOf(name) || words === lettersOf(name.replace(/\.\w+$/, ''))
}

/** A picture that stands alone: its words are searched, and never quoted as a sentence. */
export function lonePicture(words: string): string {
  return words.trim() === '' ? '' : `![${words.replace(/[[\]\\]/g, '').trim()}]()`
}
