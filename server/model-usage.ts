export const MODEL_USAGE = 'svc model add FOLDER [--name NAME] | list | remove NAME'

/** The name of an installed model is taken, or the model is in use; the exit code is 3. */
export class ModelTaken extends Error {
  override name = 'ModelTaken'
}
