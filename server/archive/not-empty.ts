/** The organization of an import holds something already; the exit code is 3. */
export class NotEmpty extends Error {
  override name = 'NotEmpty'
}
