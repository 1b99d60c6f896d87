import type { Word } from './words.ts'

/** A spelling with one letter more, less or other, or two swapped, and how it came about. */
export interface Edit {
  text: string
  mistake: 'doubled' | 'swapped' | 'added' | 'missing' | 'changed'
}

/** The letters that a missing or wrong one may be, of alphabets whose words are stemmed. */
const ALPHABETS: Partial<Record<Word['script'], string>> = {
  latin: 'abcdefghijklmnopqrstuvwxyz',
  cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىأإآءئؤ',
}

/** Whether the letters of a script are known, without which its words have no edits. */
export function hasAlphabet(script: Word['script']): boolean {
  return script in ALPHABETS
}

/** Every spelling that is one typing error away. The first letter is taken as right. */
export function* editsOf(word: string, script: Word['script']): Generator<Edit> {
  const alphabet = ALPHABETS[script] ?? ''
  for (let at = 1; at <= word.length; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    for (const other of alphabet) {
      yield { text: before + other + letter + after, mistake: 'missing' }
      if (letter !== '') yield { text: before + other + after, mistake: 'changed' }
    }
    if (letter === '') return
    yield { text: before + after, mistake: before.endsWith(letter) ? 'doubled' : 'added' }
    if (after === '') continue
    yield { text: before + after.charAt(0) + letter + after.slice(1), mistake: 'swapped' }
  }
}
