/** The file is no archive that can be imported; `message` is a sentence that says why. */
export class BadArchive extends Error {
  override name = 'BadArchive'
}
