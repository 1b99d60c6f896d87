import { ServiceError } from '../contract/errors.ts'

const MAX_LEVELS = 32
/** Many times more than any request needs; each value takes memory and time to check. */
const MAX_VALUES = 12_000

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Scans JSON as it arrives and throws `validation_error` as soon as it nests too deeply or holds
 * too many values: a few MiB of brackets would take a second and hundreds of MiB to parse. Whether
 * it is valid JSON is left to the parser.
 */
export function createShapeCheck(): (part: Uint8Array) => void {
  let levels = 0
  let values = 1
  let inString = false
  let escaped = false

  return (part) => {
    for (let at = 0; at < part.length; at += 1) {
      const byte = part[at]
      if (escaped) escaped = false
      else if (byte === QUOTE) inString = !inString
      else if (inString) escaped = byte === BACKSLASH
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        levels += 1
        values += 1
        if (levels > MAX_LEVELS) throw tooMuch(`nest at most ${MAX_LEVELS} levels`)
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) levels -= 1
      else if (byte === COMMA) values += 1
    }
    if (values > MAX_VALUES) throw tooMuch(`hold at most ${MAX_VALUES} values`)
  }
}

function tooMuch(limit: string): ServiceError {
  return new ServiceError('validation_error', `The body must ${limit}.`)
}
