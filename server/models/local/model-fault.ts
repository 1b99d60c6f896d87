/** A model's files are missing, damaged or of another kind; the message is a sentence. */
export class ModelFault extends Error {
  override name = 'ModelFault'
}
