/**
 * An estimate of the tokens of a text that is rather too high than too low, without the tokenizer
 * of a model: three bytes of UTF-8 are three letters of Latin script or one of Chinese.
 */
export function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
}

const BYTES_PER_TOKEN = 3
